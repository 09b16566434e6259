import type { Criterion, Verification } from "@/shared/sellers/verification";

const criterion = (name: Criterion["name"], now: number, wanted: number, keeps = wanted): Criterion => ({
  name,
  state: now < keeps ? "missing" : "met",
  now,
  wanted,
  keeps,
  since: (name === "identity" || name === "payment_method") && now ? "2025-04-03T02:00:00Z" : null,
});

interface Numbers {
  identity?: number;
  delivered?: number;
  buyers?: number;
  rated?: number;
  average?: number;
  payment?: number;
  guidelines?: number;
  graceUntil?: string | null;
  sellerId?: number;
}

export function aVerification(numbers: Numbers = {}): Verification {
  const {
    identity = 1,
    delivered = 38,
    buyers = 21,
    rated = 30,
    average = 4.9,
    payment = 1,
    guidelines = 1,
    graceUntil = null,
  } = numbers;
  return {
    sellerId: numbers.sellerId ?? 9,
    isVerified: true,
    is_verified: true,
    verifiedSince: "2025-04-04T02:00:00Z",
    graceUntil,
    criteria: [
      criterion("identity", identity, 1),
      criterion("delivered", delivered, 5),
      criterion("buyers", buyers, 3),
      criterion("rated", rated, 3),
      criterion("average", average, 4.5, 4.3),
      criterion("payment_method", payment, 1),
      criterion("guidelines", guidelines, 1),
    ],
  };
}
