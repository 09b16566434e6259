import { act, renderHook, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { fakeLive } from "@/test/fake-live";
import { anAuction, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { useWatchers } from "./use-watchers";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

it("says how many watch, without a word from a screen reader, and not while prices may be old", async () => {
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction())));
  renderApp("/auctions/422");
  await screen.findByTestId("current-bid");
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 1 }));
  expect(screen.queryByTestId("watchers")).toBeNull();
  act(() => fakeLive.send("watchers", { auctionId: 9, watchers: 80 }));
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 1248 }));
  const shown = screen.getByTestId("watchers");
  expect(shown).toHaveTextContent("1,248 watching");
  expect(shown.closest("[role=status],[role=alert],[aria-live]")).toBeNull();
  expect(screen.queryByTestId("stale")).toBeNull();
  act(() => fakeLive.become("closed"));
  expect(screen.queryByTestId("watchers")).toBeNull();
  expect(screen.getByTestId("stale")).toHaveTextContent("Disconnected");
});

it("watchers are not counted after the end", async () => {
  const over = anAuction({ status: "ended", outcome: "sold", winnerId: 11, finalPrice: 100 });
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(over)));
  renderApp("/auctions/422");
  await screen.findByText("Sold for");
  act(() => fakeLive.become("open"));
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 1248 }));
  expect(screen.queryByTestId("watchers")).toBeNull();
});

it("the number of watchers of one lot is never shown for another", () => {
  const { result, rerender } = renderHook(({ lot }) => useWatchers(lot), { initialProps: { lot: 422 } });
  act(() => fakeLive.send("watchers", { auctionId: 422, watchers: 5 }));
  act(() => fakeLive.send("watchers", { auctionId: 7, watchers: 80 }));
  expect(result.current).toBe(5);
  rerender({ lot: 9 });
  expect(result.current).toBe(0);
});

it("the lot is followed from its room; a guest reads what for", async () => {
  const shown: string[] = [];
  server.use(
    http.get("*/api/auctions/422", () => HttpResponse.json(anAuction())),
    http.post("*/api/favorites/1", () => {
      shown.push("kept");
      return HttpResponse.json({ success: true, favourites: 1 });
    }),
  );
  signedInAs(aUser());
  const { user } = renderApp("/auctions/422");
  const room = within(await screen.findByRole("complementary", { name: "Auction" }));
  const heart = await room.findByRole("button", { name: "Save Smoke Vesper to favorites" });
  expect(heart.closest("div")).toHaveTextContent("Lot 422");
  await user.click(heart);
  await waitFor(() => expect(heart).toHaveAttribute("aria-pressed", "true"));
  await waitFor(() => expect(shown).toEqual(["kept"]));
});

it("a guest who wants to follow a lot is asked to sign in and comes back to it", async () => {
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json(anAuction())));
  const { user } = renderApp("/auctions/422");
  await user.click(await screen.findByRole("button", { name: "Save Smoke Vesper to favorites" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByText("We will keep this auction for you and tell you before it ends.")).toBeVisible();
  expect(dialog.getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login?redirect=%2Fauctions%2F422");
});
