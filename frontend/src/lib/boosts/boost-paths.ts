/** Addresses of boosts: apart from the others, because the home page needs none of them. */

export const boostPaths = {
  receipt: (orderId: number) => `/boosts/${orderId}/receipt`,
  /** Where a payment leads back to. */
  back: (orderId: number) => `/seller/dashboard?tab=boosted&payment=success&order=${orderId}`,
  terms: "/terms-of-service#part-7",
};
