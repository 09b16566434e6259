import type { FieldName } from "./rules";

export const STEPS = ["type", "photos", "bottle", "price", "preview"] as const;
export type Step = (typeof STEPS)[number];

const ON: Record<Step, FieldName[]> = {
  type: ["listingType"],
  photos: ["imageUrl"],
  bottle: [
    "name",
    "brand",
    "categoryId",
    "volume",
    "concentration",
    "remainingPercentage",
    "purchaseYear",
    "batchCode",
    "boxCondition",
    "notes",
    "description",
    "state",
  ],
  price: ["price", "floor", "stockQuantity", "startingPrice", "bidIncrement", "reservePrice", "buyNowPrice", "endsAt"],
  preview: [],
};

export const fieldsOn = (step: Step): FieldName[] => ON[step];

export function stepOf(name: string): Step {
  return STEPS.find((step) => (ON[step] as string[]).includes(name)) ?? "preview";
}

export const after = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? "preview";
export const before = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? "type";
