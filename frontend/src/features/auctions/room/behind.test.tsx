import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { anAuction } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { auctionQuery } from "../api";
import { useAuctionRoom } from "./use-auction-room";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

it("AUC-47: an answer that is as old as the page is not the last word: the room asks until it has the newest frame", async () => {
  let fetched = 0;
  let answer = anAuction();
  server.use(
    http.get("*/api/auctions/422", () => {
      fetched += 1;
      return HttpResponse.json(answer);
    }),
  );
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  act(() => fakeLive.send("resync", { auctionId: 422, seq: 6, epoch: 1 }));
  await waitFor(() => expect(fetched).toBe(2));
  answer = anAuction({ currentBid: 130, seq: 6 });
  await waitFor(() => expect(screen.getByTestId("current-bid")).toHaveTextContent("RM 130"));
  expect(fetched).toBe(3);
});

it("AUC-47: a fetch that fails is not the last word either: the room asks on", async () => {
  let fetched = 0;
  let isAway = false;
  server.use(
    http.get("*/api/auctions/422", () => {
      fetched += 1;
      if (isAway) return refusal(404, "not_found");
      return HttpResponse.json(fetched === 1 ? anAuction() : anAuction({ currentBid: 130, seq: 6 }));
    }),
  );
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  isAway = true;
  act(() => fakeLive.send("resync", { auctionId: 422, seq: 6, epoch: 1 }));
  await waitFor(() => expect(fetched).toBe(2));
  isAway = false;
  await waitFor(() => expect(screen.getByTestId("current-bid")).toHaveTextContent("RM 130"), { timeout: 3000 });
});

it("the frames of one room say nothing of the next", async () => {
  vi.useFakeTimers();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  for (const id of [422, 423]) client.setQueryData(auctionQuery(id).queryKey, { ...anAuction({ seq: 6 }), id });
  let fetched = 0;
  server.use(
    http.get("*/api/auctions/423", () => {
      fetched += 1;
      return HttpResponse.json({ ...anAuction({ seq: 6 }), id: 423 });
    }),
  );
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { rerender } = renderHook(({ id }) => useAuctionRoom(id, undefined, () => undefined), {
    wrapper,
    initialProps: { id: 422 },
  });
  act(() => fakeLive.send("resync", { auctionId: 422, seq: 60, epoch: 1 }));
  rerender({ id: 423 });
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(fetched).toBe(0);
  vi.useRealTimers();
});
