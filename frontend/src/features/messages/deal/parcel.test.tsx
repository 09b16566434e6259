import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aCard, anOrder, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

it("the buyer sees the parcel when the seller has written it down, without a reload", async () => {
  let order = anOrder({ id: 6, status: "processing", courier: null, trackingNumber: null });
  server.use(http.get("*/api/orders/6", () => HttpResponse.json(order)));
  const step = { title: "Delivery", text: "Confirm Delivery Received", progress: 2 };
  shop.messages.push(aCard("CONFIRM_DELIVERY", step, { actorId: SELF }));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByRole("button", { name: "Confirm Delivery Received" })).toBeVisible();
  order = anOrder({ id: 6 });
  shop.messages[2] = aCard("CONFIRM_DELIVERY", step, { actorId: SELF, changedSeq: 4 });
  act(() => fakeLive.send("message_changed", { message: shop.messages[2] }));
  expect(await screen.findByText("EH123456789MY")).toBeVisible();
});

it("the buyer sees the parcel when the first requests for it fail", async () => {
  let order = anOrder({ id: 6, status: "processing", courier: null, trackingNumber: null });
  let failures = 0;
  server.use(
    http.get("*/api/orders/6", () => {
      failures -= 1;
      return failures >= 0 ? refusal(503, "unavailable") : HttpResponse.json(order);
    }),
  );
  const step = { title: "Delivery", text: "Confirm Delivery Received", progress: 2 };
  shop.messages.push(aCard("CONFIRM_DELIVERY", step, { actorId: SELF }));
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByRole("button", { name: "Confirm Delivery Received" })).toBeVisible();
  order = anOrder({ id: 6 });
  failures = 2;
  shop.messages[2] = aCard("CONFIRM_DELIVERY", step, { actorId: SELF, changedSeq: 4 });
  act(() => fakeLive.send("message_changed", { message: shop.messages[2] }));
  expect(await screen.findByText("EH123456789MY")).toBeVisible();
});
