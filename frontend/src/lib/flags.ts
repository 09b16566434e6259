/** What this shop has switched on; set when it is built. */

export const flags = {
  /** Money is held until the buyer has the parcel; the home page, the terms and the guide say so by this one switch. */
  protectedPurchase: import.meta.env.VITE_PROTECTED_PURCHASE === "true",
};

/** The group outside of Wangi where members talk. */
export const COMMUNITY = import.meta.env.VITE_COMMUNITY_URL || "https://community.wangi.example/";
