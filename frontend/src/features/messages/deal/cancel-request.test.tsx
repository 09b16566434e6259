import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aCard, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const ORDER = { id: 6, status: "processing", courier: null, trackingNumber: null };

beforeEach(() => {
  pretendMessages();
  fakeLive.state = "open";
});

const waitingDelivery = () =>
  aCard("CONFIRM_DELIVERY", { title: "Delivery", text: "Confirm Delivery Received", progress: 2 }, { actorId: SELF });

it("U28: the other person's request to cancel is agreed to on the card", async () => {
  const cancelAskedUntil = "2026-11-30T04:00:00Z";
  server.use(http.get("*/api/orders/6", () => HttpResponse.json({ ...ORDER, cancelAskedBy: FARID, cancelAskedUntil })));
  shop.messages.push(waitingDelivery());
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText(/The other person asked to cancel/)).toBeVisible();
  await user.click(await screen.findByRole("button", { name: "Agree to cancel" }));
  expect(await screen.findByRole("dialog", { name: "Cancel this purchase?" })).toBeVisible();
});

it("U28: a person's own request to cancel is withdrawn on the card", async () => {
  const withdrawn: string[] = [];
  server.use(
    http.get("*/api/orders/6", () => HttpResponse.json({ ...ORDER, cancelAskedBy: SELF, cancelAskedUntil: null })),
    http.delete("*/api/transactions/6/cancel", ({ request }) => {
      withdrawn.push(new URL(request.url).pathname);
      return HttpResponse.json(ORDER);
    }),
  );
  shop.messages.push(waitingDelivery());
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Withdraw request" }));
  await waitFor(() => expect(withdrawn).toEqual(["/api/transactions/6/cancel"]));
});
