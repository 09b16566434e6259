import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { anAuction, aUser, signedInAs } from "@/test/makers";
import { protectionTerms } from "@/test/protection";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aCard } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const OFFERED = aCard("INITIATE", { auctionId: 422, progress: 0, state: "open" });
const CONFIRMED = aCard("CONFIRM_PAYMENT", { auctionId: 422, progress: 1, state: "waiting" });
const OTHER = aCard("INITIATE", { auctionId: 7, state: "open" });

function wins(isProtected: boolean, card: typeof OFFERED | null = OFFERED) {
  const confirmed: unknown[] = [];
  let newest = card;
  const sale = {
    number: 1,
    buyer: { id: 11, name: "zaki4", isDeleted: false },
    price: 100,
    wonAt: later(-1),
    payBy: later(47),
    state: "to_pay",
    cancelledBy: null,
  };
  const ended = { status: "ended", outcome: "sold", winnerId: 11, finalPrice: 100, endsAt: later(-1) };
  server.use(
    http.get("*/api/auctions/422", () => HttpResponse.json(anAuction(ended))),
    http.get("*/api/auctions/422/afterwards", () =>
      HttpResponse.json({ sale, secondChance: null, nextBidder: null, mayRelist: false }),
    ),
    http.get("*/api/messages/conversation/9", () => HttpResponse.json([OTHER, ...(newest ? [newest] : [])])),
    http.post("*/api/messages/action/confirm", async ({ request }) => {
      confirmed.push(await request.json());
      newest = CONFIRMED;
      return HttpResponse.json({ success: true, transactionId: 6, status: "WAITING_PAYMENT" });
    }),
    http.get("*/api/boost/protection", () => HttpResponse.json(protectionTerms(isProtected))),
  );
  signedInAs(aUser({ id: 11 }));
  return { ...renderApp("/auctions/422"), confirmed };
}

const panel = async () => within(await screen.findByRole("region", { name: /^Pay RM\s100\.00$/ }));

it("the winner confirms the purchase on the page, and then pays through Wangi", async () => {
  const { user, confirmed } = wins(true);
  await user.click(await (await panel()).findByRole("button", { name: "Confirm Purchase" }));
  const pay = await (await panel()).findByRole("link", { name: "Pay protected by Wangi" });
  expect(pay).toHaveAttribute("href", `/orders/${CONFIRMED.card?.transactionId}`);
  expect(confirmed).toEqual([{ messageId: OFFERED.id, amount: OFFERED.card?.amount }]);
});

it.each([
  ["nothing is paid through Wangi", false, CONFIRMED],
  ["the purchase has no card yet", true, null],
] as const)("where %s, the winner arranges payment in the conversation", async (_, isProtected, card) => {
  wins(isProtected, card);
  const arrange = await (await panel()).findByRole("link", { name: "Arrange payment" });
  expect(arrange).toHaveAttribute("href", "/messages?with=9");
  await waitFor(async () => expect((await panel()).queryByRole("button", { name: "Confirm Purchase" })).toBeNull());
});
