import { describe, expect, it } from "vitest";
import { chipsOf, fromSaved, NOTHING, readTerms, toQuery, writeTerms } from "./search-terms";

const read = (query: string) => readTerms(new URLSearchParams(query));

describe("the address", () => {
  it("CAT-01, CAT-13: search, category and type=auction are read from it", () => {
    expect(read("search=oud&category=4&type=auction")).toMatchObject({ search: "oud", category: 4, type: "auction" });
  });

  it.each(["category=x", "type=swap", "minPrice=-5", "maxPrice=NaN", "sort=best", "search=%20", "verified=no"])(
    "%s means nothing and is left out",
    (query) => {
      expect(writeTerms(read(query)).toString()).toBe("");
    },
  );

  it("writes what it read, in one order, each term once", () => {
    const query = "brand=B&brand=A&brand=A&sort=low&minYear=2020&state=Sabah&search=oud&verified=true&condition=No+Box";
    const written = writeTerms(read(query)).toString();
    expect(writeTerms(read(written)).toString()).toBe(written);
    expect(read(written)).toEqual(read(query));
    expect(written).toBe("search=oud&minYear=2020&brand=B&brand=A&condition=No+Box&state=Sabah&verified=true&sort=low");
  });

  it("CAT-05, C6: the ends of the slider are not sent, a price above it is", () => {
    expect(toQuery({ ...NOTHING, minPrice: 0, maxPrice: 500 })).toEqual({});
    expect(toQuery({ ...NOTHING, minPrice: 10, maxPrice: 490 })).toEqual({ minPrice: 10, maxPrice: 490 });
    expect(toQuery({ ...NOTHING, maxPrice: 1200 })).toEqual({ maxPrice: 1200 });
  });

  it("a saved search leads to the same address", () => {
    expect(fromSaved({ search: "oud", brand: ["A", "B"], maxPrice: 300, verified: false }).toString()).toBe(
      "search=oud&maxPrice=300&brand=A&brand=B",
    );
  });
});

it("each chip takes away one filter and leaves the others", () => {
  const chips = chipsOf(read("search=oud&category=4&brand=A&brand=B&minPrice=50"));
  expect(chips.map(({ key }) => key)).toEqual(["category", "minPrice", "brand-A", "brand-B"]);
  expect(writeTerms(chips[2]?.without ?? NOTHING).toString()).toBe("search=oud&category=4&minPrice=50&brand=B");
});
