/** Why staff acts by hand on an account or a listing, from the list of reasons that cases have. */
import type { Schemas } from "@/lib/calls/api-client";
import { reasonNames } from "../cases/case-words";

export type ActReason = NonNullable<Schemas["AuthSuspendIn"]["code"]>;

const OFFERED: ActReason[] = [
  "counterfeit",
  "prohibited",
  "misleading",
  "stolen_photos",
  "same_photos",
  "scam",
  "harassment",
  "spam",
  "other",
];

export const actReasons = (): [ActReason, string][] => {
  const names = reasonNames();
  return OFFERED.map((one) => [one, names[one]]);
};
