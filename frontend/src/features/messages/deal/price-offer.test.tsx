import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { Offer } from "@/shared/offers/offers";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aMessage, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const requests: unknown[] = [];
const PRODUCT = {
  id: 5,
  name: "Smoke Vesper",
  imageUrl: null,
  price: 640,
  status: "active",
  listingType: "negotiable" as const,
};

function anOffer(change: Partial<Offer> = {}) {
  const offer: Offer = {
    id: 4,
    productId: 5,
    amount: 560,
    askingPrice: 640,
    by: change.isOwn ? "seller" : "buyer",
    isOwn: false,
    state: "open",
    expiresAt: "2126-11-21T01:05:00Z",
    transactionId: null,
    ...change,
  };
  return aMessage(3, "I offer RM 560.00.", { offer, product: PRODUCT, ...(offer.isOwn && { senderId: SELF }) });
}

beforeEach(() => {
  pretendMessages();
  fakeLive.state = "open";
  requests.length = 0;
  server.use(
    http.post("*/api/offers/4/:verb", async ({ request }) => {
      const body = await request.text();
      requests.push([new URL(request.url).pathname, body && JSON.parse(body)]);
      return HttpResponse.json({ success: true, transactionId: 6, status: "WAITING_PAYMENT" });
    }),
  );
});

const card = async () => within(await screen.findByTestId("offer-card"));

it("U18: an offer is accepted or declined by the one it is made to", async () => {
  shop.messages.push(anOffer());
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByRole("heading", { name: "farid.h offers" })).toBeVisible();
  expect((await card()).getByText(/until/)).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Withdraw" })).toBeNull();
  await user.click((await card()).getByRole("button", { name: "Decline" }));
  await user.click((await card()).getByRole("button", { name: "Accept" }));
  await waitFor(() =>
    expect(requests).toEqual([
      ["/api/offers/4/decline", ""],
      ["/api/offers/4/accept", ""],
    ]),
  );
});

it("a counter offer names another price below the asking price", async () => {
  shop.messages.push(anOffer());
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click((await card()).getByRole("button", { name: "Counter offer" }));
  const dialog = within(await screen.findByRole("dialog"));
  const field = dialog.getByRole("textbox", { name: "Your offer" });
  await user.clear(field);
  await user.type(field, "640");
  await user.click(dialog.getByRole("button", { name: "Send Offer" }));
  expect(field).toHaveAccessibleDescription("Please offer less than the asking price.");
  expect(requests).toEqual([]);
  await user.click(dialog.getByRole("button", { name: /605/ }));
  expect(field).toHaveAccessibleDescription("5% below the asking price.");
  await user.click(dialog.getByRole("button", { name: "Send Offer" }));
  await waitFor(() => expect(requests).toEqual([["/api/offers/4/counter", { amount: 605 }]]));
});

it("one’s own offer waits for an answer and can be withdrawn", async () => {
  shop.messages.push(anOffer({ isOwn: true }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText("Waiting for an answer")).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Accept" })).toBeNull();
  await user.click((await card()).getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(requests).toEqual([["/api/offers/4/withdraw", ""]]));
});

it.each([
  ["accepted", "Accepted"],
  ["countered", "Answered with another price"],
  ["declined", "Declined"],
  ["withdrawn", "Withdrawn"],
  ["expired", "Expired"],
] as const)("an offer that is %s says so and has no button", async (state, words) => {
  shop.messages.push(anOffer({ state }));
  renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText(words)).toBeVisible();
  expect((await card()).queryByRole("button")).toBeNull();
});

it("an offer whose time is over says so before the server does", async () => {
  shop.messages.push(anOffer({ expiresAt: "2020-01-01T00:00:00Z" }));
  renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText("Expired")).toBeVisible();
});

it("a refused answer is said in words", async () => {
  server.use(http.post("*/api/offers/4/accept", () => refusal(409, "no_longer_available", "No longer available")));
  shop.messages.push(anOffer());
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click((await card()).getByRole("button", { name: "Accept" }));
  await waitFor(() => expect(screen.getAllByText("No longer available")[0]).toBeVisible());
});
