import { execFileSync } from "node:child_process";
import type { Page } from "@playwright/test";

export async function anAuctionThatEndsIn(seller: Page, seconds: number, terms: object = {}): Promise<string> {
  const choice = { seconds: seconds + (seconds < 60 ? await secondsMoreToBid(seller) : 0), terms };
  const id = await seller.evaluate(async ({ seconds, terms }) => {
    const endsAt = new Date(Date.now() + seconds * 1000).toISOString();
    const about = { name: "Smoke Vesper", brand: "Atelier Noctell", description: "One spray fills the room." };
    const auction = { startingPrice: 100, bidIncrement: 5, endsAt, ...terms };
    const headers = {
      "Content-Type": "application/json",
      Authorization: `Bearer ${localStorage.getItem("app_token")}`,
    };
    const body = JSON.stringify({ ...about, categoryId: 4, volume: 50, listingType: "auction", auction });
    const answer = await fetch("/api/products", { method: "POST", headers, body });
    return (await answer.json()).auction.id as number;
  }, choice);
  return `/auctions/${id}`;
}

async function secondsMoreToBid(page: Page): Promise<number> {
  const began = Date.now();
  await page.reload();
  return (4 * (Date.now() - began)) / 1000;
}

export const canLetTimePass = Boolean(process.env.WANGI_LATER);

export function letTheTimeToPayPass(room: string): void {
  const [command = "", ...words] = JSON.parse(process.env.WANGI_LATER ?? "[]") as string[];
  execFileSync(command, [...words, room.split("/").at(-1) ?? ""]);
}
