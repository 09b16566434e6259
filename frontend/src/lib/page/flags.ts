/** What this shop has switched on; set when it is built. */

export const flags = {
  /** Money is held until the buyer has the parcel; the home page, the terms and the guide say so by this one switch. */
  protectedPurchase: import.meta.env.VITE_PROTECTED_PURCHASE === "true",
};

/** The group outside of Wangi where members talk; without an address nothing leads there. */
export const community = (): string | null => import.meta.env.VITE_COMMUNITY_URL || null;
