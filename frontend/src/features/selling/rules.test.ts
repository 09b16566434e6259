import { describe, expect, it } from "vitest";
import { type FieldName, type ListingForm, listingRules } from "./rules";
import { endIn, endToEdit, fromDraft, newListing, toDraft, toListingIn } from "./shapes";

const GOOD: Partial<ListingForm> = {
  imageUrl: "https://wangi.example/api/images/abc",
  name: "Smoke Vesper",
  brand: "Atelier Noctell",
  description: "Heavy and beautiful.",
  categoryId: "4",
  price: "640",
  startingPrice: "400",
  volume: "100",
  remainingPercentage: 100,
  purchaseYear: "2023",
};

function errorsOf(change: Partial<ListingForm>, type: ListingForm["listingType"] = "fixed"): string[] {
  const { error } = listingRules().safeParse({ ...newListing(type), ...GOOD, ...change });
  return (error?.issues ?? []).map(({ path, message }) => `${String(path[0])}: ${message}`);
}

it.each<[string, FieldName, unknown, string]>([
  ["FORM-04", "name", "ab", "Name must be at least 3 characters"],
  ["FORM-04 with blanks", "name", "  a  ", "Name must be at least 3 characters"],
  ["FORM-05", "brand", "a", "Brand must be at least 2 characters"],
  ["FORM-06", "description", "too short", "Description must be at least 10 characters"],
  ["FORM-07", "price", "0", "Price must be greater than 0"],
  ["FORM-07 unwritten", "price", "", "Price must be greater than 0"],
  ["FORM-08", "imageUrl", "photo.jpg", "Please enter a valid image URL"],
  ["FORM-08 of this device", "imageUrl", "blob:https://wangi.example/1", "Please enter a valid image URL"],
  ["FORM-09", "stockQuantity", "-1", "Stock quantity must be 0 or greater"],
  ["FORM-09 no whole number", "stockQuantity", "1.5", "Stock quantity must be 0 or greater"],
  ["FORM-10", "categoryId", "", "Please select a category"],
  ["FORM-15", "volume", "0", "Please enter a valid volume (e.g. 50ml, 100ml)"],
  ["FORM-15 no whole number", "volume", "12.5", "Please enter a valid volume (e.g. 50ml, 100ml)"],
  ["FORM-15 unwritten", "volume", "", "Please enter a valid volume (e.g. 50ml, 100ml)"],
  ["FORM-11 unset", "remainingPercentage", 0, "Please set how much is left"],
  ["FORM-12", "purchaseYear", "1969", "Please enter a year from 1970 to this year"],
  [
    "FORM-12 next year",
    "purchaseYear",
    String(new Date().getFullYear() + 1),
    "Please enter a year from 1970 to this year",
  ],
])("%s: %s is refused", (_, field, value, sentence) => {
  expect(errorsOf({ [field]: value })).toEqual([`${field}: ${sentence}`]);
});

it.each<[string, FieldName, unknown, string]>([
  ["FORM-17", "startingPrice", "0", "Starting price must be greater than 0"],
  ["FORM-19", "bidIncrement", "0.99", "Bid increment must be at least 1"],
  ["FORM-09", "stockQuantity", "0", "Stock quantity must be at least 1"],
  ["FORM-18, U32", "reservePrice", "399.99", "Reserve price must be at least the starting price"],
  ["FORM-18, U32", "buyNowPrice", "399.99", "Buy Now price must be above the reserve price"],
  ["FORM-20", "endsAt", new Date(Date.now() - 1000), "End date must be in the future"],
])("%s: an auction's %s is refused", (_, field, value, sentence) => {
  expect(errorsOf({ [field]: value }, "auction")).toEqual([`${field}: ${sentence}`]);
});

describe("valid forms", () => {
  it.each<[string, Partial<ListingForm>, ListingForm["listingType"]]>([
    ["FORM-07: a price of one sen", { price: "0.01" }, "fixed"],
    ["FORM-09: no stock, which is out of stock", { stockQuantity: "0" }, "fixed"],
    ["FORM-12: the first year", { purchaseYear: "1970" }, "fixed"],
    ["FORM-12: no year", { purchaseYear: "" }, "fixed"],
    ["FORM-16: no batch code", { batchCode: "" }, "fixed"],
    ["FORM-08: an auction without a photograph", { imageUrl: "" }, "auction"],
    ["FORM-18, U32: start, reserve and Buy Now alike", { reservePrice: "400", buyNowPrice: "400" }, "auction"],
    ["FORM-18: neither reserve nor Buy Now", {}, "auction"],
    ["FORM-11: one percent left", { remainingPercentage: 1 }, "fixed"],
  ])("%s", (_, change, type) => expect(errorsOf(change, type)).toEqual([]));

  it.each([0, 101, 50.5])("FORM-11: %s percent is refused", (remainingPercentage) =>
    expect(errorsOf({ remainingPercentage })).toHaveLength(1),
  );

  it.each([
    ["FORM-13", "boxCondition", "Torn"],
    ["FORM-14", "listingType", "barter"],
  ])("%s: only the known words for %s", (_, field, value) => expect(errorsOf({ [field]: value })).not.toEqual([]));
});

describe("a new listing", () => {
  it("FORM-22, C31: a full bottle of 100 ml from this year in a good box, and five ringgit a bid", () => {
    expect(newListing()).toMatchObject({
      volume: "100",
      remainingPercentage: 100,
      purchaseYear: String(new Date().getFullYear()),
      stockQuantity: "1",
      boxCondition: "Good",
      listingType: "fixed",
      bidIncrement: "5",
    });
    expect(newListing("auction").stockQuantity).toBe("1");
  });

  it("FORM-02: an auction ends in seven days", () => {
    const days = (newListing("auction").endsAt.getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
  });

  it("FORM-02, C25: an end that has passed moves forward one day", () => {
    const passed = new Date(Date.now() - 3_600_000);
    expect(endToEdit(passed.toISOString()).getTime()).toBe(passed.getTime() + 86_400_000);
    const long = endToEdit("2020-01-01T00:00:00Z").getTime();
    expect(long).toBeGreaterThan(Date.now());
    expect(long).toBeLessThanOrEqual(endIn(1).getTime());
    const ahead = new Date(Date.now() + 5_000);
    expect(endToEdit(ahead.toISOString())).toEqual(ahead);
  });
});

describe("the request", () => {
  const form = { ...newListing(), ...GOOD, price: "1,250.50", notes: " bergamot; musk ", state: "Johor" };

  it("FORM-23: a price in ringgit, the photographs in order, no auction", () => {
    expect(toListingIn(form, ["abc", "def"], { sellerId: 7 })).toMatchObject({
      price: 1250.5,
      images: ["abc", "def"],
      imageUrl: "https://wangi.example/api/images/abc",
      categoryId: 4,
      volume: 100,
      stockQuantity: 1,
      notes: "bergamot; musk",
      state: "Johor",
      batchCode: null,
      sellerId: 7,
    });
    expect(toListingIn(form, [])).not.toHaveProperty("auction");
  });

  it("FORM-28: the terms of an auction go with the product", () => {
    const sent = toListingIn({ ...form, listingType: "auction", reservePrice: "450" }, []);
    expect(sent).toMatchObject({ price: 400, auction: { startingPrice: 400, reservePrice: 450, buyNowPrice: null } });
  });

  it("a draft keeps its readable fields, and comes back as it was", () => {
    const draft = toDraft({ ...form, price: "about six", categoryId: "" }, ["abc"]);
    expect(draft).not.toHaveProperty("price");
    expect(draft).not.toHaveProperty("categoryId");
    expect(fromDraft(draft)).toMatchObject({ name: "Smoke Vesper", notes: "bergamot; musk", volume: "100", price: "" });
    const auction = { ...form, listingType: "auction", reservePrice: "450" } as ListingForm;
    expect(fromDraft(toDraft(auction, []))).toMatchObject({ startingPrice: "400", reservePrice: "450" });
  });
});
