import type { FieldName } from "./rules";
import { newListing } from "./shapes";

export const STEPS = ["type", "photos", "bottle", "price", "preview"] as const;
export type Step = (typeof STEPS)[number];

const ON: Record<Exclude<Step, "bottle">, FieldName[]> = {
  type: ["listingType"],
  photos: ["imageUrl"],
  price: ["price", "floor", "stockQuantity", "startingPrice", "bidIncrement", "reservePrice", "buyNowPrice", "endsAt"],
  preview: [],
};

export const fieldsOn = (step: Step): FieldName[] => (step === "bottle" ? bottleFields() : ON[step]);

function bottleFields(): FieldName[] {
  const elsewhere = Object.values(ON).flat();
  return (Object.keys(newListing()) as FieldName[]).filter((name) => !elsewhere.includes(name));
}

export function stepOf(name: string): Step {
  return STEPS.find((step) => (fieldsOn(step) as string[]).includes(name)) ?? "preview";
}

export const after = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? "preview";
export const before = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? "type";
