import { describe, expect, it } from "vitest";
import { forInput, formatRinggit, formatShort, parseSen } from "./money";

describe("an amount as typed", () => {
  it.each([
    ["885", 88_500],
    ["RM 1,250.50", 125_050],
    ["0.1", 10],
    [" 99.99 ", 9_999],
    ["19.99", 1_999],
  ])("%s is read to the sen", (written, sen) => {
    expect(parseSen(written)).toBe(sen);
  });

  it.each(["", "abc", "1e3", "-5", "1.999", "1,2,3", "Infinity", "NaN", "99999999999", "1.", "१२"])(
    "%s is not money",
    (written) => {
      expect(parseSen(written)).toBeNull();
    },
  );
});

it("is written with the gap, the comma and the sen", () => {
  expect(formatRinggit(1250)).toBe("RM\u00a01,250.00");
  expect(formatShort(885)).toBe("RM\u00a0885");
  expect(formatShort(885.5)).toBe("RM\u00a0885.50");
  expect(forInput(0.1 + 0.2)).toBe("0.30");
});
