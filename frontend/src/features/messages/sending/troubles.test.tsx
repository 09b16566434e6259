import { act, screen, waitFor, within } from "@testing-library/react";
import { http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

const toast = async (title: string) => {
  const [named] = await screen.findAllByText(title);
  return within(named?.closest("li") as HTMLElement);
};

it("MSG-17, MSG-37, C3: after three attempts it is said, and one may try again by hand", async () => {
  const { user } = renderApp(`/messages?with=${FARID}`);
  await screen.findByText("Yes, it is.");
  act(() => fakeLive.become("closed"));
  act(() => fakeLive.giveUp());
  const words = "Failed to connect to messaging server after multiple attempts. Please try again later.";
  expect((await toast("Connection Error")).getByText(words)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Try now" }));
  expect(fakeLive.reconnect).toHaveBeenCalled();
});

it.each([
  ["not_initialized", "WebSocket connection not initialized. Please try again later."],
  ["not_connected", "Not connected to messaging server. Please try again."],
] as const)("MSG-37: where the device keeps no more messages it says why none goes: %s", async (why, words) => {
  const waiting = Array.from({ length: 50 }, (_, at) => ({
    clientId: `c-${at}`,
    receiverId: 4,
    content: "x",
    createdAt: "2026-11-19T01:05:00Z",
  }));
  localStorage.setItem("wangi_messages", JSON.stringify({ ownerId: SELF, drafts: {}, waiting }));
  fakeLive.state = "closed";
  const whyNot = vi.spyOn(fakeLive, "whyNot").mockReturnValue(why);
  const { user } = renderApp(`/messages?with=${FARID}`);
  await user.type(await screen.findByTestId("message-input"), "Hello?{Enter}");
  expect((await toast("Connection Error")).getByText(words)).toBeVisible();
  expect(await screen.findByTestId("message-input")).toHaveValue("Hello?");
  whyNot.mockRestore();
});

it("MSG-38: who is not signed in any more reads that they must be, to send and to read", async () => {
  fakeLive.ask.mockRejectedValue(new Refusal(401, "not_signed_in", ""));
  server.use(
    http.get("*/api/conversations", () => refusal(401, "not_signed_in")),
    http.post("*/api/v1/auth/refresh", () => refusal(503, "unavailable")),
  );
  const { user } = renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByText("You must be logged in to view conversations.")).toBeVisible();
  expect(screen.getByRole("heading", { name: "Authentication Error" })).toBeVisible();
  await user.type(await screen.findByTestId("message-input"), "Hello?{Enter}");
  await waitFor(() => expect(screen.getAllByText(/You must be logged in to send messages\./)[0]).toBeVisible());
});
