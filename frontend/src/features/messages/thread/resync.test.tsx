import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { aMessage, FARID } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

beforeEach(pretendMessages);

it("P-C1: asked to read again, a browser shows what it had missed, asking once for the list and once for the thread", async () => {
  renderApp(`/messages?with=${FARID}`);
  await screen.findByText("Yes, it is.");
  const requests: string[] = [];
  server.events.on("request:start", ({ request }) => requests.push(new URL(request.url).pathname));
  shop.messages.push(aMessage(3, "Missed before"));
  act(() => fakeLive.send("messages_resync", {}));
  expect(await screen.findByText("Missed before")).toBeVisible();
  const count = (path: string) => requests.filter((requestedPath) => requestedPath === path).length;
  await waitFor(() => expect(count("/api/conversations")).toBe(1));
  expect(count(`/api/messages/conversation/${FARID}`)).toBe(1);
  server.events.removeAllListeners();
});

it("P-C1: what was missed is asked for again while the server is away", async () => {
  renderApp(`/messages?with=${FARID}`);
  await screen.findByText("Yes, it is.");
  shop.messages.push(aMessage(3, "Written meanwhile"));
  const answers = [503, 200];
  server.use(
    http.get("*/api/messages/conversation/:id", () =>
      answers.shift() === 503 ? refusal(503, "unavailable") : HttpResponse.json(shop.messages.slice(-1)),
    ),
  );
  act(() => fakeLive.become("connecting"));
  act(() => fakeLive.become("authenticated"));
  expect(await screen.findByText("Written meanwhile")).toBeVisible();
});

it("P-C1: what came while the connection renewed a spent token is shown", async () => {
  renderApp(`/messages?with=${FARID}`);
  await screen.findByText("Yes, it is.");
  act(() => fakeLive.become("connecting"));
  act(() => fakeLive.become("open"));
  await waitFor(() => expect(screen.getByTestId("message-input")).toBeEnabled());
  shop.messages.push(aMessage(3, "Between open and signed in"));
  const requests: string[] = [];
  server.events.on("request:start", ({ request }) => requests.push(new URL(request.url).pathname));
  act(() => fakeLive.become("connecting"));
  act(() => fakeLive.become("open"));
  await new Promise((done) => setTimeout(done, 50));
  expect(requests).toEqual([]);
  act(() => fakeLive.become("authenticated"));
  expect(await screen.findByText("Between open and signed in")).toBeVisible();
  expect(requests.filter((path) => path.startsWith("/api/messages/conversation/"))).toHaveLength(1);
  server.events.removeAllListeners();
});

it("P-C1: a conversation that could not be read comes by itself once the server answers again", async () => {
  let isAway = true;
  server.use(
    http.get("*/api/messages/conversation/:id", () =>
      isAway ? refusal(503, "unavailable") : HttpResponse.json(shop.messages),
    ),
  );
  renderApp(`/messages?with=${FARID}`);
  expect(await screen.findByRole("button", { name: "Retry" })).toBeVisible();
  isAway = false;
  act(() => fakeLive.become("connecting"));
  act(() => fakeLive.become("authenticated"));
  expect(await screen.findByText("Yes, it is.")).toBeVisible();
  expect(screen.getByTestId("message-input")).toBeVisible();
});
