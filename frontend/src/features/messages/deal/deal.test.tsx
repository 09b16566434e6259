import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { aUser, signedInAs } from "@/test/makers";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aCard, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const requests: unknown[] = [];
const ORDER = { id: 6, status: "processing", courier: null, trackingNumber: null };

beforeEach(() => {
  pretendMessages();
  fakeLive.state = "open";
  requests.length = 0;
  const answer = async ({ request }: { request: Request }) => {
    const body = await request.text();
    requests.push([new URL(request.url).pathname, body ? JSON.parse(body) : null]);
    return HttpResponse.json({ success: true, transactionId: 6, status: "cancelled" });
  };
  server.use(
    http.get("*/api/orders/6", () => HttpResponse.json(ORDER)),
    http.post("*/api/messages/action/confirm", answer),
    http.post("*/api/messages/action", answer),
    http.post("*/api/messages/submit-review/:id", answer),
    http.post("*/api/transactions/6/:verb", answer),
  );
});

const card = async () => within(await screen.findByTestId("action-card"));

it("TXN-04, TXN-05: the buyer confirms the purchase of the bottle at its price", async () => {
  shop.messages.push(aCard("INITIATE", { title: "Purchase This Item", text: "Confirm Purchase", progress: 0 }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByRole("heading", { name: "Purchase This Item" })).toBeVisible();
  expect((await card()).getByText("Step 1 of 4")).toBeVisible();
  await user.click((await card()).getByRole("button", { name: "Confirm Purchase" }));
  await waitFor(() => expect(requests).toEqual([["/api/messages/action/confirm", { messageId: 103, amount: 560 }]]));
});

it("a purchase whose price has changed is refused with the new price", async () => {
  server.use(
    http.post("*/api/messages/action/confirm", () => refusal(409, "price_changed", "Changed.", { price: 640 })),
  );
  shop.messages.push(aCard("INITIATE", { title: "Purchase This Item", text: "Confirm Purchase", progress: 0 }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click((await card()).getByRole("button", { name: "Confirm Purchase" }));
  await waitFor(() => expect(screen.getAllByText("The price has changed")[0]).toBeVisible());
  expect(screen.getAllByText(/The price is now RM\s640\.00\. Check it/)[0]).toBeVisible();
});

it("TXN-09: the person who waits reads for what, and has no button", async () => {
  const text = "Waiting for seller to confirm payment receipt...";
  shop.messages.push(aCard("CONFIRM_PAYMENT", { text, state: "waiting" }, { senderId: SELF, actorId: FARID }));
  renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText(text)).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Confirm Payment Received" })).toBeNull();
});

it("U29: a purchase of a bottle that is gone is refused as no longer available", async () => {
  server.use(
    http.post("*/api/messages/action/confirm", () => refusal(409, "no_longer_available", "No longer available")),
  );
  shop.messages.push(aCard("INITIATE", { title: "Purchase This Item", text: "Confirm Purchase", progress: 0 }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click((await card()).getByRole("button", { name: "Confirm Purchase" }));
  await waitFor(() => expect(screen.getAllByText("No longer available")[0]).toBeVisible());
  await waitFor(() => expect(screen.getAllByText("Action Not Allowed")[0]).toBeVisible());
});

it("the seller writes down courier and tracking number", async () => {
  const text = "Waiting for buyer to confirm delivery receipt...";
  const change = { senderId: SELF, actorId: FARID };
  shop.messages.push(aCard("CONFIRM_DELIVERY", { title: "Delivery", text, state: "waiting", progress: 2 }, change));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Courier" }), "jnt");
  await user.type(screen.getByRole("textbox", { name: /Tracking number/ }), "630012345678");
  await user.click(screen.getByRole("button", { name: "Save the shipment" }));
  const body = { courier: "jnt", trackingNumber: "630012345678" };
  await waitFor(() => expect(requests).toEqual([["/api/transactions/6/ship", body]]));
});

it("a tracking number that is no number of the courier is asked about, and sent when the seller stays with it", async () => {
  const text = "Waiting for buyer to confirm delivery receipt...";
  const change = { senderId: SELF, actorId: FARID };
  shop.messages.push(aCard("CONFIRM_DELIVERY", { title: "Delivery", text, state: "waiting", progress: 2 }, change));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Courier" }), "gdex");
  const field = screen.getByRole("textbox", { name: /Tracking number/ });
  await user.type(field, "jt12");
  await user.click(screen.getByRole("button", { name: "Save the shipment" }));
  expect(screen.getByRole("alert")).toHaveTextContent("This does not look like a number of GDEX. Is it right?");
  expect(requests).toEqual([]);
  await user.type(field, "3");
  expect(screen.queryByRole("alert")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Save the shipment" }));
  await user.click(screen.getByRole("button", { name: "Save it as it is" }));
  const body = { courier: "gdex", trackingNumber: "JT123" };
  await waitFor(() => expect(requests).toEqual([["/api/transactions/6/ship", body]]));
});

it("REV-01, TXN-08: the buyer reviews in halves of a star", async () => {
  shop.messages.push(aCard("REVIEW", { title: "Review", text: "Submit Review", progress: 3 }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.selectOptions(await screen.findByRole("combobox", { name: "Rating" }), "4.5 of 5");
  await user.type(screen.getByRole("textbox", { name: /Your review/ }), "As described.");
  await user.click(screen.getByRole("button", { name: "Submit Review" }));
  const body = { rating: 4.5, comment: "As described.", pictures: [] };
  await waitFor(() => expect(requests).toEqual([["/api/messages/submit-review/103", body]]));
});

it("U28: a purchase is cancelled with a reason, after a question", async () => {
  shop.messages.push(aCard("INITIATE", { title: "Purchase This Item", text: "Confirm Purchase", progress: 0 }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click((await card()).getByRole("button", { name: "Cancel this purchase" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Cancel this purchase?" }));
  await user.selectOptions(dialog.getByRole("combobox", { name: "Why?" }), "Something else");
  await user.click(dialog.getByRole("button", { name: "Cancel this purchase" }));
  await waitFor(() => expect(requests).toEqual([["/api/transactions/6/cancel", { reason: "other" }]]));
});

const AN_HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * AN_HOUR).toISOString();

it("U20: the seller says on the card that a winner did not pay in time, after a question", async () => {
  const text = "Confirm Payment Received";
  shop.messages.push(aCard("CONFIRM_PAYMENT", { text, auctionId: 4, payBy: inHours(-1) }, { actorId: SELF }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText(/^The time to pay ended/)).toBeVisible();
  await user.click((await card()).getByRole("button", { name: "Not paid in time" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Did no payment arrive?" }));
  await user.click(dialog.getByRole("button", { name: "It was not paid" }));
  await waitFor(() => expect(requests).toEqual([["/api/transactions/6/not-paid", null]]));
});

it("U20: while there is time, and for the buyer, the card says until when", async () => {
  const words = { title: "Purchase This Item", text: "Confirm Purchase", progress: 0, auctionId: 4 };
  shop.messages.push(aCard("INITIATE", { ...words, payBy: inHours(40) }, { actorId: SELF }));
  renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText(/^Pay by/)).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Not paid in time" })).toBeNull();
});

it("U20: a buyer who is late has no button against themself", async () => {
  const words = { title: "Purchase This Item", text: "Confirm Purchase", progress: 0, auctionId: 4 };
  shop.messages.push(aCard("INITIATE", { ...words, payBy: inHours(-40) }, { actorId: SELF }));
  renderApp(`/messages?with=${FARID}`);
  expect((await card()).getByText(/^The time to pay ended/)).toBeVisible();
  expect((await card()).queryByRole("button", { name: "Not paid in time" })).toBeNull();
});

it("TXN-01, TXN-03: the seller offers one of the perfumes that are for sale", async () => {
  signedInAs(aUser({ id: SELF, isSeller: true }));
  shop.conversation = aConversation();
  const product = { brand: "Corvane", imageUrl: null, price: 100, listingType: "fixed", stockQuantity: 1 };
  const products = [
    { ...product, id: 1, name: "Iris Telegram", status: "active" },
    { ...product, id: 2, name: "Sold One", status: "sold" },
    {
      ...product,
      id: 3,
      name: "Under the Hammer",
      status: "active",
      listingType: "auction",
      auction: { buyNowPrice: null },
    },
    { ...product, id: 4, name: "At Once", status: "active", listingType: "auction", auction: { buyNowPrice: 300 } },
  ];
  server.use(http.get("*/api/sellers/:id/products", () => HttpResponse.json({ products })));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Offer a perfume" }));
  expect((await screen.findByRole("button", { name: "Offer At Once" })).closest("li")).toHaveTextContent("300");
  await user.click(await screen.findByRole("button", { name: "Offer Iris Telegram" }));
  const body = { receiverId: FARID, productId: 1, actionType: "INITIATE" };
  await waitFor(() => expect(requests).toEqual([["/api/messages/action", body]]));
  for (const gone of ["Sold One", "Under the Hammer"]) expect(screen.queryByText(gone)).toBeNull();
});

it("the head of the thread and the panel beside it show the agreed price and how far the purchase is", async () => {
  const product = {
    id: 1,
    name: "Smoke Vesper",
    imageUrl: null,
    price: 640,
    status: "active",
    listingType: "fixed",
  } as const;
  shop.conversation = aConversation({ product });
  const paid = { title: "Delivery", text: "Confirm Delivery Received", amount: 560, progress: 2 };
  shop.messages.push(aCard("CONFIRM_DELIVERY", paid, { product, actorId: SELF }));
  renderApp(`/messages?with=${FARID}`);
  const steps = within(await screen.findByRole("list", { name: "Progress" }));
  expect(steps.getAllByText("Done")).toHaveLength(2);
  expect(steps.getByText("Delivery").closest("li")).toHaveAttribute("aria-current", "step");
  expect(screen.getByText("agreed")).toBeVisible();
  expect(screen.getByText("Step 3 of 4, Delivery")).toBeVisible();
});
