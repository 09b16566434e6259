import { expect, it } from "vitest";
import { courierNames, fitsCourier, trackingPage } from "./couriers";
import type { Courier } from "./orders";

const EXAMPLES: [Courier, good: string[], odd: string[]][] = [
  ["poslaju", ["EH123456789MY", "ER 123 456 789 MY", "PL123456789012"], ["EH123456789SG", "123456789012"]],
  ["jnt", ["630012345678", "6300 1234 5678", "JT0012345678"], ["63001234567", "MY6300123456"]],
  ["dhl_ecommerce", ["5221043210987654", "MYHV00012345678"], ["123456789", "TOOLONG123456"]],
  ["ninjavan", ["NVMYSHOPX0012345", "nvmy-kaila-000123"], ["630012345678", "NV12"]],
  ["gdex", ["MY12345678901", "1234567890"], ["SG12345678901", "12345"]],
  ["citylink", ["060301234567890", "123456789012"], ["MY12345678901", "1234567"]],
  ["flash", ["M060112345678A", "TDX1234567890"], ["630012345678", "FLASHEXPRESS"]],
  ["spx", ["SPXMY012345678901", "MY123456789012A"], ["EH123456789MY", "630012345678"]],
  ["skynet", ["238123456789", "2381 2345 6789"], ["EH123456789MY", "2381"]],
  ["in_person", [""], []],
  ["other", ["anything at all"], []],
];

it.each(EXAMPLES)("a number of %s is known by its form, with blanks and small letters too", (courier, good, odd) => {
  expect(good.filter((number) => !fitsCourier(courier, number))).toEqual([]);
  expect(odd.filter((number) => fitsCourier(courier, number))).toEqual([]);
});

it("every courier that carries parcels has examples here, and a page that shows where one is", () => {
  expect(EXAMPLES.map(([courier]) => courier).toSorted()).toEqual(Object.keys(courierNames()).toSorted());
  for (const [courier] of EXAMPLES.filter(([name]) => name !== "in_person" && name !== "other")) {
    const page = new URL(trackingPage(courier, "AB 12-3&x") ?? "");
    expect(page.protocol).toBe("https:");
    expect(page.href).toContain("AB123%26x");
  }
  expect(trackingPage("other", "AB123")).toBeNull();
});
