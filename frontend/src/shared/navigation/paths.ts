export const paths = {
  home: "/",
  auth: "/auth",
  products: "/products",
  auctions: "/products?type=auction",
  sell: "/sell",
  list: "/sell",
  listAs: (type: "fixed" | "auction") => `/sell?type=${type}`,
  editListing: (id: number) => `/sell?edit=${id}`,
  relist: (id: number) => `/sell?relist=${id}`,
  continueDraft: (id: number) => `/sell?draft=${id}`,
  listed: (id: number) => `/sell/listed/${id}`,
  dashboard: "/seller/dashboard",
  dashboardTab: (tab: string) => (tab === "products" ? "/seller/dashboard" : `/seller/dashboard?tab=${tab}`),
  boost: "/boost-checkout",
  admin: "/admin/dashboard",
  messages: "/messages",
  order: (id: number) => `/orders/${id}`,
  conversation: (userId: number) => `/messages?with=${userId}`,
  message: (userId: number, seq: number) => `/messages?with=${userId}&at=${seq}`,
  favourites: "/profile?tab=favorites",
  myBids: "/my-bids",
  savedSearch: (id: number) => `/searches/${id}`,
  terms: "/terms-of-service",
  privacy: "/privacy-policy",
  guide: "/buying-guide",
  about: "/about",
  authentication: "/guides/authenticity",
  batchCodes: "/guides/authenticity#part-3",
  shipping: "/shipping-guidelines",
  returns: "/return-policy",
  profile: "/profile",
  profileTab: (tab: string) => (tab === "overview" ? "/profile" : `/profile?tab=${tab}`),
  seller: (id: number) => `/sellers/${id}`,
  verified: "/auth?verified=true",
  askAgain: "/auth?view=resend",
  forgot: "/auth?view=forgot",
  category: (id: number) => `/products?category=${id}`,
  search: (words: string) => (words.trim() ? `/products?search=${encodeURIComponent(words.trim())}` : "/products"),
  product: (id: number) => `/products/${id}`,
  auction: (id: number) => `/auctions/${id}`,
  authThen: (returnTo: string) => `/auth?redirect=${encodeURIComponent(returnTo)}`,
  signIn: (returnTo: string) => `/login?redirect=${encodeURIComponent(returnTo)}`,
};

/** Only paths of this site, never the sign-in screen. */
export function safeReturnPath(target: string | null, origin = window.location.origin): string {
  if (!target || !isOwnPath(target)) return paths.home;
  const built = new URL(target, origin);
  const path = built.pathname + built.search + built.hash;
  // Checked again after parsing: "/.//evil.example" becomes "//evil.example" only here.
  if (built.origin !== origin || !isOwnPath(path)) return paths.home;
  return isAuthScreen(built.pathname) ? paths.home : path;
}

function isOwnPath(path: string): boolean {
  return /^\/(?![/\\])/.test(path);
}

function isAuthScreen(pathname: string): boolean {
  return ["/auth", "/login", "/register", "/auth-callback"].includes(pathname);
}
