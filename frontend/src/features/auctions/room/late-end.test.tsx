import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { anAuction } from "@/test/makers";
import { server } from "@/test/server";
import { auctionQuery } from "../api";
import type { Auction } from "../live";
import { useAuctionRoom } from "./use-auction-room";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const SECOND = 1000;

function watch(first: Auction) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(auctionQuery(422).queryKey, first);
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAuctionRoom(422, undefined, () => undefined), { wrapper: around });
}

function answers(auction: () => Auction): { at: number[] } {
  const requests: { at: number[] } = { at: [] };
  server.use(
    http.get("*/api/auctions/422", () => {
      requests.at.push(Date.now());
      return HttpResponse.json(auction());
    }),
  );
  return requests;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

it("AUC-13, AUC-06: within two seconds of the end the outcome is asked for, and then no more", async () => {
  vi.useFakeTimers();
  const open = anAuction({ endsAt: inMs(60 * SECOND) });
  const requests = answers(() => ({ ...open, serverNow: inMs(0), status: "ended", outcome: "sold", winnerId: 11 }));
  const { result } = watch(open);
  await pass(60.9 * SECOND);
  expect(requests.at).toEqual([]);
  await pass(1.2 * SECOND);
  expect(requests.at).toHaveLength(1);
  expect(result.current.data).toMatchObject({ status: "ended", outcome: "sold", winnerId: 11 });
  await pass(600 * SECOND);
  expect(requests.at).toHaveLength(1);
});

it("AUC-13: an answer that still says active is asked for again, each time later", async () => {
  vi.useFakeTimers();
  const open = anAuction({ endsAt: inMs(10 * SECOND) });
  const end = Date.parse(open.endsAt);
  const requests = answers(() => ({ ...open, serverNow: inMs(0) }));
  watch(open);
  await pass(50 * SECOND);
  const after = requests.at.map((at) => at - end);
  expect(after.length).toBeGreaterThanOrEqual(4);
  expect(after.length).toBeLessThanOrEqual(6);
  for (const [n, ms] of after.slice(1).entries()) expect(ms / (after[n] ?? 0)).toBeCloseTo(2, 0);
});

it("AUC-13: an end some weeks away is waited for, not asked for at once", async () => {
  vi.useFakeTimers();
  const open = anAuction({ endsAt: inMs(40 * 24 * 3600 * SECOND) });
  const requests = answers(() => open);
  watch(open);
  await pass(3 * 3600 * SECOND);
  expect(requests.at).toEqual([]);
});
