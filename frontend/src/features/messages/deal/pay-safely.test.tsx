import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { protectionTerms } from "@/test/protection";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aCard, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(() => {
  pretendMessages();
  fakeLive.state = "open";
  server.use(
    http.get("*/api/orders/6", () =>
      HttpResponse.json({ id: 6, status: "pending", courier: null, trackingNumber: null }),
    ),
    http.get("*/api/boost/protection", () => HttpResponse.json(protectionTerms(true))),
  );
});

it("C36: the buyer of a protected purchase is asked to pay and not to wait", async () => {
  const text = "Waiting for seller to confirm payment receipt...";
  shop.messages.push(aCard("CONFIRM_PAYMENT", { text, state: "waiting" }, { senderId: SELF, actorId: FARID }));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByRole("link", { name: "Pay protected by Wangi" })).toBeVisible();
  expect(screen.queryByText(text)).toBeNull();
});

it("C36: the seller of a protected purchase confirms only what was paid directly", async () => {
  const text = "Confirm Payment Received";
  shop.messages.push(aCard("CONFIRM_PAYMENT", { text }, { senderId: FARID, actorId: SELF }));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("If the buyer pays through Wangi, this step completes by itself.")).toBeVisible();
  expect(screen.getByRole("button", { name: text })).toBeVisible();
  expect(screen.queryByRole("link", { name: "Pay protected by Wangi" })).toBeNull();
});

it("C36: neither of the two confirms a delivery before the bottle was posted", async () => {
  const text = "Waiting for seller to post or hand over the bottle...";
  shop.messages.push(
    aCard("CONFIRM_DELIVERY", { title: "Delivery", text, state: "waiting", progress: 2 }, { actorId: SELF }),
  );
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.queryByRole("button", { name: "Confirm Delivery Received" })).toBeNull();
});
