import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { aProduct, aUser, signedInAs } from "@/test/makers";
import { aConversation, pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { aMessage, FARID } from "@/test/talk-makers";
import { showToast } from "@/ui/toast-store";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const seller = { ...aProduct().seller, id: FARID, username: "farid.h" };

beforeEach(() => {
  pretendMessages();
  server.use(http.get("*/api/products/1", () => HttpResponse.json(aProduct({ sellerId: FARID, seller }))));
});

async function contact() {
  const app = renderApp("/products/1");
  await screen.findByRole("button", { name: "My Account" });
  const button = (await screen.findAllByRole("button", { name: "Contact Seller" }))[0] as HTMLElement;
  await app.user.click(button);
  const dialog = await screen.findByRole("dialog", { name: "Conversation with farid.h" });
  return { ...app, button, dialog: within(dialog) };
}

it("MSG-07, MSG-15: shows one conversation over its listing, to be read and written in", async () => {
  const { user, path, dialog } = await contact();
  expect(path()).toBe("/products/1");
  expect(await dialog.findByText("Yes, it is.")).toBeVisible();
  expect(dialog.getByRole("link", { name: /Smoke Vesper/ })).toHaveAttribute("href", "/products/1");
  await user.type(dialog.getByTestId("message-input"), "Can I see the base?{Enter}");
  await waitFor(() => expect(shop.sent).toMatchObject([{ receiverId: FARID, content: "Can I see the base?" }]));
  expect(await dialog.findByText("Can I see the base?")).toBeVisible();
});

it("MSG-07: opens for a member who presses before the page knows who is here", async () => {
  let answer = () => {};
  const dialogOpened = new Promise<void>((resolve) => {
    answer = resolve;
  });
  signedInAs(aUser());
  server.use(http.get("*/api/v1/auth/me", () => dialogOpened.then(() => HttpResponse.json(aUser()))));
  const { user, path } = renderApp("/products/1");
  await user.click((await screen.findAllByRole("button", { name: "Contact Seller" }))[0] as HTMLElement);
  await waitFor(() => expect(path()).toBe("/products/1"));
  answer();
  expect(await screen.findByRole("dialog", { name: "Conversation with farid.h" })).toBeVisible();
});

it("MSG-19, MSG-20: is kept up to date, and what comes while it is open is read", async () => {
  const { dialog } = await contact();
  await dialog.findByText("Yes, it is.");
  shop.conversation = aConversation({ unreadCount: 1 });
  const message = aMessage(3, "It has its box.");
  shop.messages.push(message);
  act(() => fakeLive.send("new_message", { message }));
  expect(await dialog.findByText("It has its box.")).toBeVisible();
  await waitFor(() => expect(shop.marked).toEqual([{ senderId: FARID }]));
});

it("MSG-07: writes about this listing to a seller for the first time, with the field under the hands", async () => {
  shop.conversation = null;
  shop.messages = [];
  const { user, dialog } = await contact();
  expect(await dialog.findByText("Nothing written yet. Say hello.")).toBeVisible();
  expect(dialog.getByTestId("message-input")).toHaveFocus();
  await user.keyboard("Hello{Enter}");
  await waitFor(() => expect(shop.sent).toMatchObject([{ receiverId: FARID, content: "Hello", productId: 1 }]));
});

it("MSG-07: closed, it leaves the page where it was and gives the focus back", async () => {
  const { user, path, button, dialog } = await contact();
  await dialog.findByText("Yes, it is.");
  await user.dblClick(dialog.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(path(), "pressed twice, it is closed once").toBe("/products/1");
  expect(button).toHaveFocus();
});

it("MSG-21: a toast stands in the dialog, where it can be reached, and outlives it", async () => {
  const { user, dialog } = await contact();
  act(() => void showToast({ title: "Copied" }));
  expect(await dialog.findByText("Copied")).toBeVisible();
  await user.click(dialog.getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getAllByText("Copied")[0]).toBeVisible());
});

it("MSG-06, MSG-07: goes on in the messages, with what was begun", async () => {
  const { user, path, dialog } = await contact();
  await user.type(dialog.getByTestId("message-input"), "I was about to");
  await user.click(dialog.getByRole("link", { name: "Open in Messages" }));
  await waitFor(() => expect(path()).toBe("/messages"));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(await screen.findByRole("region", { name: "Conversation with farid.h" })).toBeVisible();
  expect(screen.getByTestId("message-input")).toHaveValue("I was about to");
  expect(JSON.parse(sessionStorage.getItem("selectedConversation") ?? "{}")).toMatchObject({ productId: 1 });
});

it("MSG-13: without a connection it opens too, and keeps what is written", async () => {
  const { user, dialog } = await contact();
  act(() => fakeLive.become("closed"));
  expect(await dialog.findByText("No connection.")).toBeVisible();
  fakeLive.ask.mockRejectedValue(new Refusal(0, "not_connected", ""));
  await user.type(dialog.getByTestId("message-input"), "Later then{Enter}");
  expect(await dialog.findByRole("img", { name: "Waiting to be sent" })).toBeVisible();
});
