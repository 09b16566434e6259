export const boostPaths = {
  receipt: (orderId: string) => `/boosts/${orderId}/receipt`,
  back: (orderId: string) => `/seller/dashboard?tab=boosted&payment=success&order=${orderId}`,
  terms: "/terms-of-service#part-7",
};
