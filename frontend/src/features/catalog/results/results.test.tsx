import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it } from "vitest";
import { aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { refusal, server } from "@/test/server";

const requests: URLSearchParams[] = [];

function sells(products = [aProduct()], headers: Record<string, string> = {}) {
  requests.length = 0;
  server.use(
    http.get("*/api/products", ({ request }) => {
      requests.push(new URL(request.url).searchParams);
      return HttpResponse.json(products, { headers: { "X-Total-Count": String(products.length), ...headers } });
    }),
  );
}

const FACETS = {
  total: 9,
  brands: [
    { name: "Corvane", count: 3 },
    { name: "Verrane", count: 6 },
  ],
  categories: [{ id: 4, name: "Niche", count: 9 }],
  listingTypes: [{ name: "fixed", count: 9 }],
  conditions: [{ name: "Good", count: 9 }],
  states: [{ name: "Sabah", count: 2 }],
  verified: { count: 1 },
};

const withFacets = () => server.use(http.get("*/api/products/facets", () => HttpResponse.json(FACETS)));
const panel = () => within(screen.getByRole("complementary", { name: "Filters" }));
const last = () => requests[requests.length - 1];

describe("the filters", () => {
  it("CAT-02, CAT-03: a panel with Reset and Apply Filters, the categories as radios", async () => {
    sells();
    const { user, path } = renderApp("/products?category=2");
    expect(await screen.findByRole("heading", { level: 1, name: "Explore Our Collection" })).toBeVisible();
    expect(panel().getByRole("radio", { name: /Local/ })).toBeChecked();
    await user.click(panel().getByRole("radio", { name: /All Categories/ }));
    expect(path()).toBe("/products?category=2");
    await user.click(panel().getByRole("button", { name: "Apply Filters" }));
    await waitFor(() => expect(path()).toBe("/products"));
    await user.click(panel().getByRole("radio", { name: /Niche/ }));
    await user.click(panel().getByRole("button", { name: "Apply Filters" }));
    await waitFor(() => expect(path()).toBe("/products?category=4"));
    await user.click(panel().getByRole("button", { name: "Reset" }));
    await waitFor(() => expect(path()).toBe("/products"));
  });

  it("Apply lies over nothing until something is chosen; then it says how many there are", async () => {
    sells();
    server.use(
      http.get("*/api/products/facets", ({ request }) =>
        HttpResponse.json({ ...FACETS, total: new URL(request.url).searchParams.get("category") === "4" ? 3 : 9 }),
      ),
    );
    const { user } = renderApp("/products");
    await screen.findByRole("heading", { level: 1, name: "Explore Our Collection" });
    const foot = panel().getByRole("button", { name: "Apply Filters" }).parentElement as HTMLElement;
    expect(await panel().findByText("Corvane")).toBeInTheDocument();
    expect(foot).not.toHaveClass("sticky");
    expect(within(foot).queryByText(/bottles/)).toBeNull();
    await user.click(panel().getByRole("radio", { name: /Niche/ }));
    expect(foot).toHaveClass("sticky");
    expect(await within(foot).findByText("3 bottles")).toBeVisible();
  });

  it("CAT-04, CAT-05, C6: the slider goes from 0 to 500 by 10; two numbers reach beyond it", async () => {
    sells();
    const { user, path } = renderApp("/products");
    await screen.findByTestId("product-card");
    const [low, high] = panel().getAllByRole("slider");
    expect(low).toHaveAttribute("aria-valuemin", "0");
    expect(high).toHaveAttribute("aria-valuemax", "500");
    expect(high).toHaveAttribute("aria-valuetext", "RM 500 and above");
    low?.focus();
    await user.keyboard("{ArrowRight}");
    expect(panel().getByLabelText("Price from")).toHaveValue(10);
    await user.type(panel().getByLabelText("Price to"), "1200");
    await user.click(panel().getByRole("button", { name: "Apply Filters" }));
    await waitFor(() => expect(path()).toBe("/products?minPrice=10&maxPrice=1200"));
    await waitFor(() => expect(last()?.get("maxPrice")).toBe("1200"));
  });

  it("CAT-06, CAT-14, C28: the brands keep their counts when one is chosen, and each is sent", async () => {
    sells();
    withFacets();
    const { user, path } = renderApp("/products");
    await screen.findByTestId("product-card");
    await user.click(await panel().findByRole("checkbox", { name: /Corvane/ }));
    await user.click(panel().getByRole("checkbox", { name: /Verrane/ }));
    await user.click(panel().getByRole("button", { name: "Apply Filters" }));
    await waitFor(() => expect(path()).toBe("/products?brand=Corvane&brand=Verrane"));
    await waitFor(() => expect(last()?.getAll("brand")).toEqual(["Corvane", "Verrane"]));
    expect(panel().getByRole("checkbox", { name: /Verrane.*6/ })).toBeChecked();
    expect(panel().getByRole("checkbox", { name: /Corvane.*3/ })).toBeChecked();
  });

  it("a chip takes one filter away; CAT-12: Clear filters takes all of them", async () => {
    sells();
    const { user, path } = renderApp("/products?brand=Corvane&minPrice=50");
    await user.click(await screen.findByRole("button", { name: "Remove filter: Corvane" }));
    expect(path()).toBe("/products?minPrice=50");
    expect(await screen.findByRole("link", { name: "Clear filters" })).toHaveAttribute("href", "/products");
  });
});

describe("the results", () => {
  it.each([
    ["/products", "All Perfumes"],
    ["/products?category=3", "Arabian House"],
    ["/products?search=oud", "Results for “oud”"],
    ["/products?type=auction", "Auctions"],
  ])("CAT-07: %s is called %s", async (address, name) => {
    sells();
    renderApp(address);
    expect(await screen.findByRole("heading", { level: 2, name })).toBeVisible();
    expect(await screen.findByText("1 bottle")).toHaveAttribute("role", "status");
  });

  it("CAT-08, CAT-09: five orders, the chosen one in the address and in the call", async () => {
    sells();
    const { user, path } = renderApp("/products");
    await screen.findByTestId("product-card");
    const sort = screen.getByRole("combobox", { name: "Sort" });
    expect(
      within(sort)
        .getAllByRole("option")
        .map((option) => [option.textContent, option.getAttribute("value")]),
    ).toEqual([
      ["Featured", "featured"],
      ["Price low to high", "low"],
      ["Price high to low", "high"],
      ["Newest First", "newest"],
      ["Best Selling", "bestselling"],
    ]);
    await user.selectOptions(sort, "low");
    expect(path()).toBe("/products?sort=low");
    await waitFor(() => expect(last()?.get("sort")).toBe("low"));
  });

  it("CAT-11: nothing found says so, with Reset Filters, one filter less, and other words", async () => {
    sells([], { "X-Did-You-Mean": "oud%20meridian" });
    renderApp("/products?search=odd&brand=Corvane");
    expect(await screen.findByText("No products found")).toBeVisible();
    expect(screen.getByText("Try adjusting your filters or search criteria")).toBeVisible();
    expect(screen.getByRole("link", { name: "Reset Filters" })).toHaveAttribute("href", "/products");
    expect(screen.getByRole("link", { name: "oud meridian" })).toHaveAttribute(
      "href",
      "/products?search=oud+meridian&brand=Corvane",
    );
    expect(screen.getByRole("link", { name: "Without “Corvane”" })).toHaveAttribute("href", "/products?search=odd");
  });

  it("CAT-19, U17: results of corrected words say which words they are of", async () => {
    sells([aProduct()], { "X-Did-You-Mean": "vesper", "X-Search-Corrected": "true" });
    renderApp("/products?search=vespr");
    expect(await screen.findByText("These are the results for “vesper”.")).toBeVisible();
  });

  it("skeletons while it loads; what failed can be tried again", async () => {
    server.use(http.get("*/api/products", () => refusal(503, "unavailable")));
    const { user } = renderApp("/products");
    expect((await screen.findAllByTestId("product-skeleton")).length).toBe(9);
    const retry = await screen.findByRole("button", { name: "Retry" });
    expect(screen.getByText(/Failed to load products. Please try again later./)).toBeVisible();
    sells();
    await user.click(retry);
    expect(await screen.findByTestId("product-card")).toBeVisible();
  });

  it("CAT-10, C29: more of them come by the cursor of the answer, each once", async () => {
    const next = '</api/products?after=abc&limit=24>; rel="next"';
    server.use(
      http.get("*/api/products", ({ request }) => {
        const more = new URL(request.url).searchParams.get("after") === "abc";
        const products = more ? [aProduct({ id: 2, name: "Second" }), aProduct()] : [aProduct()];
        return HttpResponse.json(products, { headers: { "X-Total-Count": "2", ...(!more && { Link: next }) } });
      }),
    );
    const { user } = renderApp("/products");
    await user.click(await screen.findByRole("button", { name: "Load more" }));
    expect(await screen.findByRole("link", { name: "Second" })).toBeVisible();
    expect(screen.getAllByTestId("product-card")).toHaveLength(2);
    expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  });
});
