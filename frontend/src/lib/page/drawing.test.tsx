import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { anAuction } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";
import { keepDrawing } from "./drawing";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

it("AUC-01: the drawn lot stays in sight until the auction is here, and then its own price stands", async () => {
  window.history.replaceState(null, "", "/auctions/422");
  const page = document.createElement("div");
  page.innerHTML = '<div data-waits="">RM 1 as it was drawn</div>';
  keepDrawing(page);
  vi.spyOn(performance, "now").mockReturnValue(3000);
  let answer = () => {};
  const gate = new Promise<void>((done) => {
    answer = done;
  });
  server.use(http.get("*/api/auctions/422", () => gate.then(() => HttpResponse.json(anAuction()))));
  renderApp("/auctions/422");
  expect(await screen.findByText("RM 1 as it was drawn")).toBeVisible();
  answer();
  expect(await screen.findByTestId("current-bid")).toBeVisible();
  expect(screen.queryByText("RM 1 as it was drawn")).toBeNull();
});

it("AUC-01: a lot drawn in another language than the chosen one is not shown again", async () => {
  window.history.replaceState(null, "", "/auctions/422");
  document.documentElement.dataset.drawn = "elsewhere";
  const page = document.createElement("div");
  page.innerHTML = '<div data-waits="">Loading the auction as it was drawn</div>';
  keepDrawing(page);
  delete document.documentElement.dataset.drawn;
  vi.spyOn(performance, "now").mockReturnValue(3000);
  server.use(http.get("*/api/auctions/422", () => new Promise<never>(() => {})));
  renderApp("/auctions/422");
  expect(await screen.findByText("Loading the auction")).toBeInTheDocument();
  expect(screen.queryByText("Loading the auction as it was drawn")).toBeNull();
});
