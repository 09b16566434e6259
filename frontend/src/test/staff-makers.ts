import type { Schemas } from "@/lib/calls/api-client";
import { NOW } from "./makers";

export const personMoney = (): Schemas["BoostPersonMoneyOut"] => ({
  balance: 12_050,
  held: [{ dealId: 31, role: "seller", state: "held", amount: 50_000, fee: 1_250, heldAt: NOW }],
  payouts: [
    {
      id: 4,
      dealId: null,
      amount: 7_000,
      status: "sent",
      bankName: "Maybank",
      lastFour: "5678",
      createdAt: NOW,
      sendAt: NOW,
      endedAt: null,
      isHeld: false,
    },
  ],
  entries: [
    {
      id: 6,
      at: NOW,
      kind: "credit",
      amount: 990,
      balance: 12_050,
      reason: "funds_refunded",
      orderId: null,
      dealId: 30,
    },
  ],
});

export const staffAccount = () => ({
  id: 9,
  username: "siti",
  email: "siti@wangi.example",
  firstName: "Siti",
  lastName: "Aminah",
  isSeller: true,
  isAdmin: false,
  staffRole: null,
  isBanned: false,
  isVerified: false,
  identityCheckedAt: null,
  emailVerified: true,
  suspendedUntil: null,
  createdAt: NOW,
});
