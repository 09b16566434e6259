import { expect, test } from "vitest";
import { quickOffers } from "./offers";

test("the quick offers are round and below the asking price", () => {
  expect(quickOffers(640)).toEqual([605, 575, 540]);
  expect(quickOffers(30)).toEqual([28, 27, 25]);
  expect(quickOffers(1)).toEqual([]);
});
