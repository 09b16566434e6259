/** How many people are in the room, as far as the room has been told. */
import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { anAuction } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

vi.mock("@/lib/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { live: () => fake.fakeLive };
});

it("says how many watch, without a word from a screen reader, and not while prices may be old", async () => {
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction())));
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 1 }));
  expect(screen.queryByTestId("watchers")).toBeNull();
  act(() => fakeLive.send("watchers", { auctionId: 9, watchers: 80 }));
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 1248 }));
  const told = screen.getByTestId("watchers");
  expect(told).toHaveTextContent("1,248 watching");
  expect(told.closest("[role=status],[role=alert],[aria-live]")).toBeNull();
  expect(screen.queryByTestId("stale")).toBeNull();
  act(() => fakeLive.become("disconnected"));
  expect(screen.queryByTestId("watchers")).toBeNull();
  expect(screen.getByTestId("stale")).toHaveTextContent("Disconnected");
});

it("nobody is counted once there is nothing more to watch", async () => {
  const over = anAuction({ status: "ended", outcome: "sold", winnerId: 11, finalPrice: 100 });
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(over)));
  renderApp("/auctions/422");
  await screen.findByText("Sold for");
  act(() => fakeLive.become("connected"));
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 1248 }));
  expect(screen.queryByTestId("watchers")).toBeNull();
});
