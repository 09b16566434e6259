import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { aDraft, callsTo, openAs, ownListing } from "@/test/dashboard";
import { refusal } from "@/test/server";

vi.setConfig({ testTimeout: 30_000 });

const own = [ownListing({ id: 1, name: "Smoke Vesper", price: 640 })];

it("DASH-04, DASH-08: the top three rated, what is left by band, and the days with their words", async () => {
  const rated = (id: number, averageRating: number, stockQuantity: number) =>
    ownListing({ id, name: `Bottle ${id}`, averageRating, reviews: id, stockQuantity });
  openAs("/seller/dashboard?tab=analytics", {
    "GET /api/seller/products": [rated(1, 4.1, 5), rated(2, 5, 6), rated(3, 4.5, 21), rated(4, 4.9, 0)],
    "GET /api/seller/stats": {
      days: [
        { day: "2026-11-20", views: 3, favourites: 1 },
        { day: "2026-11-21", views: 9, favourites: 0 },
      ],
      products: [{ id: 2, name: "Bottle 2", views: 7, favourites: 1 }],
    },
  });
  const words = "12 views and 1 favorites; most views on 21 Nov, 9.";
  expect(await screen.findByRole("img", { name: words })).toBeVisible();
  const top = screen.getByRole("heading", { name: "Top rated" }).parentElement as HTMLElement;
  expect(
    within(top)
      .getAllByRole("link")
      .map(({ textContent }) => textContent),
  ).toEqual(["Bottle 2", "Bottle 4", "Bottle 3"]);
  const left = screen.getByRole("heading", { name: "Inventory status" }).parentElement as HTMLElement;
  expect(
    within(left)
      .getAllByRole("definition")
      .map(({ textContent }) => textContent),
  ).toEqual(["1", "1", "1", "1"]);
});

it("DASH-04: figures that did not load show an error; the rest stays", async () => {
  openAs("/seller/dashboard?tab=analytics", { "GET /api/seller/stats": refusal(503, "unavailable") });
  expect(await screen.findByRole("heading", { name: "The figures did not load" })).toBeVisible();
  expect(screen.getByRole("heading", { name: "Inventory status" })).toBeVisible();
});

const ON = { inApp: true, mail: true, push: true };

it("DASH-12: the facts of the account, and the selling notices in the app and by mail, each switch saved as it is pressed", async () => {
  const ways = {
    sales: ON,
    unsold: ON,
    reviews: ON,
    low_stock: { inApp: true, mail: false, push: false },
    price_drop: ON,
  };
  const low_stock = { inApp: false, mail: false, push: false };
  const { user } = openAs("/seller/dashboard?tab=settings", {
    "GET /api/user/7/notification-preferences": ways,
    "PUT /api/user/7/notification-preferences": { ...ways, low_stock },
  });
  for (const fact of ["Nurul Aisyah", "nurul@wangi.example", "Seller"])
    expect(await screen.findByText(fact)).toBeVisible();
  const switches = await screen.findAllByRole("switch");
  expect(switches.map((toggle) => (toggle as HTMLInputElement).checked)).toEqual([
    ...Array(10).fill(true),
    false,
    false,
  ]);
  await user.click(screen.getByRole("switch", { name: "Low stock: in the app" }));
  await waitFor(() => expect(callsTo("PUT /api/user/7/notification-preferences")).toHaveLength(1));
  expect(screen.queryByRole("button", { name: "Save Changes" })).toBeNull();
  expect(callsTo("PUT /api/user/7/notification-preferences")[0]?.body).toEqual({ low_stock });
  expect(screen.getByRole("switch", { name: "Low stock: in the app" })).not.toBeChecked();
});

it("DASH-12: switches that did not load are not invented", async () => {
  openAs("/seller/dashboard?tab=settings", { "GET /api/user/7/notification-preferences": refusal(404, "not_found") });
  expect(await screen.findByText("Your notifications did not load.")).toBeVisible();
  expect(screen.queryByRole("switch")).toBeNull();
});

it("drafts are gone on with or thrown away", async () => {
  const { user } = openAs("/seller/dashboard", {
    "GET /api/seller/drafts": [aDraft({ form: { name: "Cendana Sore" } })],
    "DELETE /api/seller/drafts/5": {},
  });
  expect(await screen.findByRole("link", { name: "Continue Cendana Sore" })).toHaveAttribute("href", "/sell?draft=5");
  await user.click(screen.getByRole("button", { name: "Delete the draft Cendana Sore" }));
  await waitFor(() => expect(screen.getAllByText("Draft deleted")[0]).toBeVisible());
});

it("a table is looked over line by line before anything is listed", async () => {
  const row = { line: 2, name: "Amber", ok: true, errors: [], productId: null };
  const wrong = { field: "price", message: "Price must be greater than 0" };
  const full = {
    field: "",
    message: "You have as many listings for sale as one seller may. Please archive or delete some first.",
  };
  const rows = [row, { line: 3, name: "Oud", ok: false, errors: [wrong, full], productId: null }];
  const { user } = openAs("/seller/dashboard", {
    "GET /api/seller/products": own,
    "POST /api/seller/products/import": { rows, created: 1, refused: 1 },
  });
  await screen.findByRole("region", { name: "Your products" });
  await user.click(screen.getByRole("button", { name: "Import" }));
  const file = new File(["name,brand"], "mine.csv", { type: "text/csv" });
  fireEvent.change(screen.getByLabelText("CSV file"), { target: { files: [file] } });
  expect(await screen.findByText("1 of 2 lines can be listed.")).toBeVisible();
  expect(screen.getByText("price: Price must be greater than 0")).toBeVisible();
  expect(screen.getByText(full.message)).toBeVisible();
  await user.click(screen.getByRole("button", { name: "Import 1 product" }));
  expect(await screen.findByText("1 product created")).toBeVisible();
  expect(callsTo("POST /api/seller/products/import").map(({ query }) => query)).toEqual([
    "?dryRun=true",
    "?dryRun=false",
  ]);
  expect(callsTo("POST /api/seller/products/import").map(({ key }) => key !== null)).toEqual([false, true]);
});
