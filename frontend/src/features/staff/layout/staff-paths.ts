export const staffPaths = {
  dashboard: "/admin/dashboard",
  listings: (filters: Record<string, string>) =>
    `/admin/dashboard?${new URLSearchParams({ tab: "listings", ...filters })}`,
  orders: (filters: Record<string, string>) => `/admin/dashboard?${new URLSearchParams({ tab: "orders", ...filters })}`,
  deal: (dealId: number | string) => `/admin/orders/${dealId}`,
  money: "/admin/money",
  order: (orderId: string) => `/admin/money/${orderId}`,
  person: (userId: number) => `/admin/people/${userId}`,
  cases: "/admin/cases",
  case: (caseId: number) => `/admin/cases/${caseId}`,
  payments: "/admin/payments",
  payment: (caseId: number) => `/admin/payments/${caseId}`,
  disputes: "/admin/disputes",
  dispute: (dealId: number) => `/admin/disputes/${dealId}`,
  risk: "/admin/risk",
  listing: (productId: number) => `/admin/listings/${productId}`,
  audit: "/admin/audit",
  settings: "/admin/settings",
  filtered: (params: URLSearchParams, change: Record<string, string>): Record<string, string> =>
    Object.fromEntries(Object.entries({ ...Object.fromEntries(params), ...change }).filter(([, value]) => value)),
};
