import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { aBoosted } from "@/test/boosts";
import { callsTo, openAs } from "@/test/dashboard";
import { refusal } from "@/test/server";

const day = (at: number, views: number) => ({
  day: `2026-11-${at}`,
  views,
  favourites: at - 17,
  shown: views * 3 + (at % 5),
  conversations: at - 18,
  deals: at > 20 ? 1 : 0,
});
const REPORT = {
  productId: 1,
  boostedAt: "2026-11-20T12:00:00Z",
  boostedUntil: "2026-11-23T12:00:00Z",
  days: [day(20, 9), day(21, 11)],
  before: [day(18, 2), day(19, 3)],
};

it("the report of a boost sets its days beside as many before, in figures by day too", async () => {
  const { user } = openAs("/seller/dashboard?tab=boosted", {
    "GET /api/boost/seller-boosted": [aBoosted()],
    "GET /api/seller/boost-report": REPORT,
  });
  await user.click(await screen.findByRole("button", { name: "Report on Smoke Vesper" }));
  const report = within(await screen.findByRole("dialog", { name: "What the boost brought" }));
  const rows = within(await report.findByRole("region", { name: "What the boost brought" }))
    .getAllByRole("row")
    .slice(1);
  expect(rows.map((row) => row.textContent)).toEqual([
    "Turns in the carousel22616.10",
    "Views5202.00",
    "Favorites370.70",
    "Conversations150.50",
    "Deals010.10",
  ]);
  await user.click(report.getByText("Show the numbers"));
  const byDay = within(report.getByRole("region", { name: "Day by day" })).getAllByRole("row");
  expect(byDay[1]?.textContent).toBe("21 Nov34114313.333.30");
  expect(callsTo("GET /api/seller/boost-report")[0]?.query).toBe("?productId=1");
});

const barsOf = (chart: HTMLElement) => {
  const bars = within(chart).getAllByTestId("bar");
  const heights = bars.map((bar) => Number(bar.getAttribute("height")));
  return bars.map((bar, at) => [
    ((heights[at] ?? 0) / Math.max(...heights)).toFixed(2),
    bar.classList.contains("fill-ink"),
  ]);
};

it.each([
  ["Turns in the carousel", "22 in the days before, 61 boosted", [9, 13, 27, 34], "6.10"],
  ["Views", "5 in the days before, 20 boosted", [2, 3, 9, 11], "2.00"],
  ["Favorites", "3 in the days before, 7 boosted", [1, 2, 3, 4], "0.70"],
  ["Conversations", "1 in the days before, 5 boosted", [0, 1, 2, 3], "0.50"],
  ["Deals", "0 in the days before, 1 boosted", [0, 0, 0, 1], "0.10"],
] as const)(
  "the report of a boost draws %s by day beside the days before, and for each RM",
  async (figure, sums, counts, rate) => {
    const { user } = openAs("/seller/dashboard?tab=boosted", {
      "GET /api/boost/seller-boosted": [aBoosted()],
      "GET /api/seller/boost-report": REPORT,
    });
    await user.click(await screen.findByRole("button", { name: "Report on Smoke Vesper" }));
    const report = within(await screen.findByRole("dialog", { name: "What the boost brought" }));
    await user.selectOptions(await report.findByLabelText("Figure"), figure);
    const chart = report.getByRole("img", { name: `${figure} by day: ${sums}.` });
    const most = Math.max(...counts);
    expect(barsOf(chart)).toEqual(counts.map((count, at) => [(count / most).toFixed(2), at > 1]));
    expect(report.getByText(`For each RM, ${rate}`)).toBeVisible();
    const rates = [counts[2] / 0.56, counts[3] / 3.33];
    const ofRates = report.getByRole("img", { name: `${figure} for each RM, by day: ${rate} in all.` });
    expect(barsOf(ofRates)).toEqual(rates.map((rate) => [(rate / Math.max(...rates)).toFixed(2), true]));
    await user.click(report.getByText("Show the numbers"));
    const [, last] = within(report.getByRole("region", { name: "Day by day" })).getAllByRole("row");
    expect(last).toHaveTextContent(new RegExp(`3\\.33${rates[1]?.toFixed(2)}$`));
  },
);

it("a boost that cost nothing has no numbers for each RM", async () => {
  const { user } = openAs("/seller/dashboard?tab=boosted", {
    "GET /api/boost/seller-boosted": [aBoosted({ spent: 0 })],
    "GET /api/seller/boost-report": REPORT,
  });
  await user.click(await screen.findByRole("button", { name: "Report on Smoke Vesper" }));
  const report = within(await screen.findByRole("dialog", { name: "What the boost brought" }));
  expect(await report.findByRole("img")).toHaveAccessibleName(/^Views by day/);
  expect(report.queryByText(/^For each RM,/)).toBeNull();
});

it.each([
  [404, "Nothing was counted for this boost yet."],
  [503, "The figures did not load"],
])("a report that is refused with %s says so", async (status, words) => {
  const { user } = openAs("/seller/dashboard?tab=boosted", {
    "GET /api/boost/seller-boosted": [aBoosted()],
    "GET /api/seller/boost-report": refusal(status, status === 404 ? "not_found" : "unavailable"),
  });
  await user.click(await screen.findByRole("button", { name: "Report on Smoke Vesper" }));
  expect(await screen.findByText(words)).toBeVisible();
});
