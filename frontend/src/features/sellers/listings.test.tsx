import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { aProduct, aSeller, aUser, signedInAs } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";
import { PAGE_SIZE } from "./listings-api";

const requests: URLSearchParams[] = [];

function shop(address = "/sellers/9", pages = 1) {
  requests.length = 0;
  server.use(
    http.get("*/api/sellers/9", () => HttpResponse.json(aSeller())),
    http.get("*/api/sellers/9/shelf", () =>
      HttpResponse.json({ products: 31, sold: 4, delivered: 5, photos: ["/api/images/a"] }),
    ),
    http.get("*/api/sellers/9/products", ({ request }) => {
      const query = new URL(request.url).searchParams;
      requests.push(query);
      const page = Number(query.get("page"));
      const pagination = { page, limit: 12, totalProducts: 12 * pages, totalPages: pages };
      return HttpResponse.json({ products: [aProduct()], pagination });
    }),
  );
  return renderApp(address);
}

const last = () => requests[requests.length - 1];
const tab = (name: RegExp) => screen.findByRole("tab", { name });

it("SELP-05, SELP-07, SELP-13, SELP-28: six places, then the bottles; what cannot be computed yet says so", async () => {
  shop();
  expect((await screen.findAllByTestId("product-skeleton")).length).toBe(6);
  expect(await screen.findByRole("link", { name: "Smoke Vesper" })).toBeVisible();
  expect(screen.getByText("31", { selector: "dd" })).toBeVisible();
  expect(screen.getAllByText("Not enough sales yet")).toHaveLength(2);
  expect(last()?.get("limit")).toBe(String(PAGE_SIZE));
  expect(PAGE_SIZE).toBe(12);
});

it("SELP-07: after three deliveries it shows how content buyers are, and how soon parcels arrive", async () => {
  server.use(http.get("*/api/sellers/9/figures", () => HttpResponse.json({ satisfaction: 98, shippingDays: 3 })));
  shop();
  expect(await screen.findByText("98%")).toBeVisible();
  expect(screen.getByText("Within 3 days")).toBeVisible();
  expect(screen.queryByText("Not enough sales yet")).toBeNull();
});

it("SELP-10, SELP-20, C30: four tabs, each with its own status in the call", async () => {
  const { user, path } = shop();
  expect(await tab(/Active/)).toHaveAttribute("aria-selected", "true");
  await waitFor(() => expect(last()?.get("status")).toBe("active"));
  await user.click(await tab(/Featured/));
  await waitFor(() => expect(last()?.get("status")).toBe("featured"));
  await user.click(await tab(/Sold/));
  await waitFor(() => expect(last()?.get("status")).toBe("sold"));
  expect(path()).toBe("/sellers/9?tab=sold");
});

it("SELP-11, SELP-14: the order is sent, and another one begins at page 1", async () => {
  const { user, path } = shop("/sellers/9?page=2", 3);
  await screen.findByRole("link", { name: "Smoke Vesper" });
  expect(last()?.get("page")).toBe("2");
  const sort = screen.getAllByRole("combobox", { name: "Sort" })[0] as HTMLElement;
  const values = within(sort)
    .getAllByRole("option")
    .map((option) => option.getAttribute("value"));
  expect(values).toEqual(expect.arrayContaining(["popular", "rating", "price-low", "price-high"]));
  await user.selectOptions(sort, "price-low");
  expect(path()).toBe("/sellers/9?sort=price-low");
  await waitFor(() => expect(Object.fromEntries(last() ?? [])).toMatchObject({ sort: "price-low", page: "1" }));
});

it("SELP-14: another tab begins at page 1; another page scrolls to the list", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  const { user, path } = shop("/sellers/9?page=2", 3);
  await user.click(await screen.findByRole("link", { name: "Page 3" }));
  await waitFor(() => expect(scrolled).toHaveBeenCalledTimes(1));
  await user.click(await tab(/Sold/));
  expect(path()).toBe("/sellers/9?tab=sold");
});

it("SELP-12: numbered pages with the first, the last, the neighbours and a gap", async () => {
  shop("/sellers/9?page=5", 9);
  const pages = within(await screen.findByRole("navigation", { name: "Pages" }));
  expect(pages.getAllByRole("link").map((link) => link.getAttribute("aria-label"))).toEqual([
    "Previous page",
    ...[1, 4, 5, 6, 9].map((page) => `Page ${page}`),
    "Next page",
  ]);
  expect(pages.getAllByText("…")).toHaveLength(2);
});

it("SELP-16: bottles that do not load say so, with Retry", async () => {
  shop();
  server.use(http.get("*/api/sellers/9/products", () => refusal(503, "unavailable")));
  expect(await screen.findByText("Failed to load products. Please try again later.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Retry" })).toBeVisible();
});

it("SELP-17, SELP-19: reviews that do not load show an error; none yet is shown as none", async () => {
  const { user } = shop();
  expect(await screen.findByText("No reviews yet")).toBeVisible();
  server.use(http.get("*/api/sellers/9/reviews", () => refusal(503, "unavailable")));
  const other = shop("/sellers/9?tab=reviews");
  expect(await screen.findByText("Failed to load reviews. Please try again later.")).toBeVisible();
  expect(user).not.toBe(other.user);
});

it("SELP-04, U12, MSG-06: Contact Seller opens the messages with this person; a guest signs in first", async () => {
  const { user, path } = shop();
  await user.click(await screen.findByRole("button", { name: "Contact Seller" }));
  await waitFor(() => expect(path()).toBe("/auth?redirect=%2Fsellers%2F9"));
  signedInAs(aUser());
  const member = shop();
  await screen.findByRole("button", { name: "My Account" });
  await member.user.click(screen.getAllByRole("button", { name: "Contact Seller" }).at(-1) as HTMLElement);
  await waitFor(() => expect(member.path()).toBe("/messages"));
  expect(JSON.parse(sessionStorage.getItem("selectedConversation") ?? "{}")).toMatchObject({
    userId: 9,
    username: "meiling.attic",
  });
});
