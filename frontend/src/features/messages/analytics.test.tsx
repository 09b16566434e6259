import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { giveConsent } from "@/shared/analytics/consent";
import { fakeLive } from "@/test/fake-live";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aCard, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const gtag = vi.fn();

beforeEach(() => {
  pretendMessages();
  gtag.mockReset();
  vi.stubGlobal("gtag", gtag);
});

const reported = (event: string) => gtag.mock.calls.filter(([, name]) => name === event).map(([, , params]) => params);

it("ANA-07: a sent message is reported with the kind of its recipient", async () => {
  const { user } = renderApp(`/messages?with=${FARID}`);
  const field = await screen.findByTestId("message-input");
  await user.type(field, "Hello{Enter}");
  await waitFor(() => expect(reported("message")).toEqual([{ recipient_type: "seller" }]));
  shop.messages.push(aCard("INITIATE", {}, { senderId: SELF, seq: 4, changedSeq: 4 }));
  act(() => fakeLive.send("message_sent", { message: shop.messages.at(-1) }));
  await screen.findByTestId("action-card");
  await user.type(field, "Here you are{Enter}");
  await waitFor(() => expect(reported("message")[1]).toEqual({ recipient_type: "buyer" }));
});

it.each([
  ["yes" as const, 1],
  [null, 0],
])("ANA-06: a confirmed purchase is reported with consent only: %s", async (consent, times) => {
  giveConsent(consent);
  let confirmed = 0;
  server.use(
    http.post("*/api/messages/action/confirm", () => {
      confirmed += 1;
      return HttpResponse.json({ success: true, transactionId: 6, status: "processing" });
    }),
  );
  const { product } = aConversation();
  shop.messages.push(aCard("INITIATE", { text: "Confirm Purchase", progress: 0 }, { product }));
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Confirm Purchase" }));
  await waitFor(() => expect(confirmed).toBe(1));
  await waitFor(() => expect(reported("purchase")).toHaveLength(times));
  if (times === 0) return;
  const item = { item_name: "Smoke Vesper", price: 560, item_brand: "Unknown", quantity: 1 };
  const purchase = { transaction_id: 6, value: 560, currency: "MYR", items: [item] };
  expect(reported("purchase")).toMatchObject([purchase]);
});
