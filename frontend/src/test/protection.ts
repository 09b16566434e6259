import type { components } from "@/generated/api";
import type { ProtectionTerms } from "@/shared/settings/marketplace-settings";
import { NOW } from "./makers";

export const protectionTerms = (isOpen: boolean): ProtectionTerms => ({
  isOpen,
  feeBasisPoints: 300,
  shipWithinWorkingDays: 3,
  cancelAfterDays: 14,
  inspectionHours: 72,
  evidenceDays: 7,
  firstPayoutAfterDays: 7,
  banks: [{ code: "MBBEMYKL", name: "Maybank" }],
});

export type DealMoney = components["schemas"]["BoostDealOut"];

export const dealMoney = (change: Partial<DealMoney> = {}): DealMoney => ({
  dealId: 12,
  productId: 1,
  sellerId: 9,
  buyerId: 7,
  sellerName: "",
  buyerName: "",
  role: "buyer",
  state: "awaiting_funds",
  amount: 64_000,
  fee: 1_920,
  total: 65_920,
  refunded: 0,
  sellerAmount: 64_000,
  heldAt: null,
  shipBy: null,
  dueAt: null,
  endedAt: null,
  next: [],
  dispute: null,
  appeal: null,
  returnTracking: null,
  decisionWords: "",
  payoutHold: null,
  claim: null,
  timeline: [],
  ...change,
});

export const dispute = (
  change: Partial<NonNullable<DealMoney["dispute"]>> = {},
): NonNullable<DealMoney["dispute"]> => ({
  reason: "damaged",
  words: "The cap was broken.",
  openedAt: NOW,
  evidenceUntil: NOW,
  isEscalated: false,
  secondPerson: null,
  evidence: [],
  decisionWords: "",
  decisionCode: null,
  decidedAt: null,
  ...change,
});

export const appeal = (change: Partial<NonNullable<DealMoney["appeal"]>> = {}): NonNullable<DealMoney["appeal"]> => ({
  decision: "refund",
  buyerAmount: null,
  until: NOW,
  appealedBy: null,
  appealedAt: null,
  words: "",
  outcome: null,
  needsAnother: false,
  ...change,
});
