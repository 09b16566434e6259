import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";
import type { Listing } from "../overview/api";

vi.setConfig({ testTimeout: 30_000 });

const LIST = "GET /api/products/all";
const seller = { ...ownListing().seller, id: 12, username: "zara" } as NonNullable<Listing["seller"]>;
const page = (rows: object[], next?: string) =>
  HttpResponse.json(rows, next ? { headers: { Link: `</api/products/all?cursor=${next}>; rel="next"` } } : {});
const openListings = (query: string, list: unknown) =>
  openAs(
    `/admin/dashboard?tab=listings${query}`,
    {
      "GET /api/products": [],
      "GET /api/admin/boost/held": { deals: 0, amount: 0, currency: "MYR" },
      "GET /api/admin/overview": { since: "2026-11-19", until: "2026-11-20", events: [] },
      "GET /api/admin/users": () => page([]),
      "GET /api/admin/cases/waiting": [],
      "GET /api/admin/boost/waiting": [],
      [LIST]: list,
    },
    { staffRole: "admin" },
  );
const requests = () => callsTo(LIST).map(({ query }) => new URLSearchParams(query));

it("the filters of the address are asked for, and shown in their fields", async () => {
  openListings("&search=oud&status=pending&seller=zara", () => page([ownListing({ id: 5, status: "pending" })]));
  const row = within(await screen.findByTestId("staff-listing"));
  expect(row.getByText("Pending")).toBeVisible();
  const tab = within(screen.getByRole("tabpanel", { name: "Listings" }));
  expect(tab.getByLabelText(/^Search/)).toHaveValue("oud");
  expect(tab.getByLabelText("Status")).toHaveValue("pending");
  expect(tab.getByLabelText(/^Seller/)).toHaveValue("zara");
  expect(Object.fromEntries(requests()[0] ?? [])).toEqual({
    limit: "50",
    search: "oud",
    status: "pending",
    seller: "zara",
  });
});

it("what is chosen goes into the address and to the server; a state that there is not counts as none", async () => {
  const { user, path } = openListings("&status=sleeping", () => page([]));
  expect(await screen.findByText("Nothing is listed")).toBeVisible();
  expect(requests()[0]?.has("status")).toBe(false);
  const tab = within(screen.getByRole("tabpanel", { name: "Listings" }));
  await user.selectOptions(tab.getByLabelText("Status"), "reported");
  await user.type(tab.getByLabelText(/^Seller/), "zara");
  await waitFor(() => expect(requests().at(-1)?.get("seller")).toBe("zara"));
  expect(requests().at(-1)?.get("status")).toBe("reported");
  expect(path()).toBe("/admin/dashboard?tab=listings&status=reported&seller=zara");
  expect(await screen.findByText("No listings found")).toBeVisible();
});

it("a seller's name leads to all of theirs, and the next page keeps the filters", async () => {
  const { user } = openListings("", () => page([ownListing({ id: 5, seller })], "NQ"));
  const link = await screen.findByRole("link", { name: "All listings of zara" });
  expect(link).toHaveAttribute("href", "/admin/dashboard?tab=listings&seller=12");
  await user.click(link);
  await waitFor(() => expect(requests().at(-1)?.get("seller")).toBe("12"));
  await user.click(await screen.findByRole("button", { name: "Show more" }));
  await waitFor(() => expect(requests().at(-1)?.get("cursor")).toBe("NQ"));
  expect(requests().at(-1)?.get("seller")).toBe("12");
});

it("a list that did not come says so and is asked for again", async () => {
  let fails = true;
  const { user } = openListings("", () => (fails ? refusal(503, "unavailable") : page([ownListing({ id: 5 })])));
  expect(await screen.findByText("This did not load")).toBeVisible();
  fails = false;
  await user.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByTestId("staff-listing")).toBeVisible();
});
