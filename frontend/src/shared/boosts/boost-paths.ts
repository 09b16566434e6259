/** Addresses of boosts: apart from the others, because the home page needs none of them. */

export const boostPaths = {
  receipt: (orderId: string) => `/boosts/${orderId}/receipt`,
  back: (orderId: string) => `/seller/dashboard?tab=boosted&payment=success&order=${orderId}`,
  terms: "/terms-of-service#part-7",
};
