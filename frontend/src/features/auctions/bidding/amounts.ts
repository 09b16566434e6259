import { Refusal } from "@/lib/calls/refusal";

const HIGHEST_SEN = 100_000_00;

export function refusedAmounts(sen: number | null, most?: number | null): Refusal | null {
  if (sen === null || most === null) return refusalOf("Please enter a valid number.");
  if (Math.max(sen, most ?? 0) > HIGHEST_SEN) return refusalOf("The highest possible bid is RM 100,000.00.");
  return most !== undefined && most < sen ? refusalOf("Your maximum must be at least your bid.") : null;
}

function refusalOf(message: string): Refusal {
  return new Refusal(422, "invalid_amount", message);
}
