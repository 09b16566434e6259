import { act, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { makeQueryClient } from "@/lib/calls/query-client";
import { Refusal } from "@/lib/calls/refusal";
import { fakeLive } from "@/test/fake-live";
import { pretendMessages, shop } from "@/test/messages";
import { renderApp } from "@/test/render-app";
import { FARID, SELF } from "@/test/talk-makers";

vi.mock("@/lib/live/socket", async () => {
  const { fakeLive } = await import("@/test/fake-live");
  return { liveConnection: () => fakeLive };
});

const waiting = {
  clientId: "a-message-of-mine",
  receiverId: FARID,
  content: "Are you there?",
  createdAt: "2026-11-19T01:05:00Z",
};
const leave = (ownerId = SELF) =>
  localStorage.setItem("wangi_messages", JSON.stringify({ ownerId, drafts: {}, waiting: [waiting] }));
const left = () => JSON.parse(localStorage.getItem("wangi_messages") ?? "{}").waiting;

beforeEach(pretendMessages);
afterEach(() => vi.unstubAllGlobals());

it("MSG-13: goes from another page as soon as the connection is back", async () => {
  leave();
  fakeLive.state = "closed";
  renderApp("/about");
  await act(() => vi.dynamicImportSettled());
  expect(shop.sent).toEqual([]);
  act(() => fakeLive.become("open"));
  await waitFor(() => expect(shop.sent).toMatchObject([{ clientId: waiting.clientId, content: waiting.content }]));
  await waitFor(() => expect(left()).toEqual([]));
});

it("goes again after a second when no answer came", async () => {
  leave();
  fakeLive.state = "open";
  fakeLive.ask.mockRejectedValueOnce(new Refusal(0, "no_reply", ""));
  renderApp("/about");
  await waitFor(() => expect(fakeLive.ask).toHaveBeenCalledOnce());
  await waitFor(() => expect(shop.sent).toMatchObject([{ clientId: waiting.clientId }]), { timeout: 3000 });
});

it("is not sent by the next person of this device", async () => {
  leave(4242);
  renderApp("/about");
  await act(() => vi.dynamicImportSettled());
  act(() => fakeLive.become("closed"));
  act(() => fakeLive.become("open"));
  expect(shop.sent).toEqual([]);
});

it("of two tabs one sends it", async () => {
  let turn: Promise<unknown> = Promise.resolve();
  const request = (_name: string, work: () => Promise<void>) => {
    turn = turn.then(work);
    return turn;
  };
  vi.stubGlobal("navigator", Object.create(navigator, { locks: { value: { request } } }));
  leave();
  const again = "./outbox?tab=2";
  const tabs = [await import("./outbox"), (await import(again)) as typeof import("./outbox")];
  expect(tabs[0]).not.toBe(tabs[1]);
  await Promise.all(tabs.map(({ sendWaiting: flush }) => flush(makeQueryClient(), SELF)));
  expect(shop.sent).toHaveLength(1);
});
