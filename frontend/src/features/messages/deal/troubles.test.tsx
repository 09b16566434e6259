import { cleanup, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { aUser, signedInAs } from "@/test/makers";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aCard, FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

it.each([
  [500, "unexpected", "Error", "It went wrong."],
  [401, "not_signed_in", "Error", "Authentication token not found. Please refresh the page and try again."],
  [409, "step_refused", "Action Not Allowed", "It went wrong."],
])("TXN-14: a step that fails is shown in a toast: %s %s", async (status, code, title, text) => {
  server.use(
    http.post("*/api/messages/action/confirm", () => refusal(status, code, "It went wrong.")),
    http.post("*/api/messages/submit-review/:id", () => refusal(status, code, "It went wrong.")),
    http.post("*/api/v1/auth/refresh", () => refusal(503, "unavailable")),
  );
  shop.messages.push(aCard("CONFIRM_PAYMENT", { text: "Confirm Payment Received" }, { actorId: SELF }));
  shop.messages.push({ ...aCard("REVIEW", { title: "Review", text: "Submit Review", progress: 3 }), id: 104, seq: 4 });
  const { user } = renderApp(`/messages?with=${FARID}`);
  for (const button of ["Confirm Payment Received", "Submit Review"]) {
    await user.click(await screen.findByRole("button", { name: button }));
    await waitFor(() => expect(screen.getAllByText(text)[0]).toBeVisible());
    expect(screen.getAllByText(title)[0]).toBeVisible();
    await waitFor(() => user.click(screen.getByRole("button", { name: "Close" })));
  }
});

it("TXN-02, TXN-14, MSG-41: only a seller can offer, in an open conversation; what does not load or go shows an error", async () => {
  signedInAs(aUser({ id: SELF, isSeller: false }));
  renderApp(`/messages?with=${FARID}`);
  await screen.findByTestId("message-input");
  expect(screen.queryByRole("button", { name: "Offer a perfume" })).toBeNull();
  cleanup();
  signedInAs(aUser({ id: SELF, isSeller: true }));
  renderApp("/messages");
  await screen.findByText("Choose a conversation");
  expect(screen.queryByRole("button", { name: "Offer a perfume" })).toBeNull();
  cleanup();
  const product = { id: 1, name: "Iris Telegram", brand: "Corvane", imageUrl: null, price: 100, stockQuantity: 1 };
  const products = [{ ...product, listingType: "fixed", status: "active" }];
  let works = false;
  let status = 500;
  server.use(
    http.get("*/api/sellers/:id/products", () =>
      works ? HttpResponse.json({ products }) : refusal(403, "forbidden", "Not now."),
    ),
    http.post("*/api/messages/action", () => refusal(status, "unexpected", "Not now, please.")),
  );
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.click(await screen.findByRole("button", { name: "Offer a perfume" }));
  const retry = await screen.findByRole("button", { name: "Retry" });
  works = true;
  await user.click(retry);
  await user.click(await screen.findByRole("button", { name: "Offer Iris Telegram" }));
  await waitFor(() => expect(screen.getAllByText("Failed to send action message.")[0]).toBeVisible());
  expect(screen.getAllByText("Message Error")[0]).toBeVisible();
  status = 409;
  await user.click(screen.getByRole("button", { name: "Offer Iris Telegram" }));
  expect((await screen.findAllByText("Not now, please."))[0], "a refusal has a reason of its own").toBeVisible();
});
