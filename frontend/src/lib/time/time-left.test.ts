import { afterEach, expect, it } from "vitest";
import { setLanguage } from "@/lib/i18n/language";
import { shortTimeLeft, timeLeft } from "./time";

afterEach(() => setLanguage("en"));

const left = () => shortTimeLeft(timeLeft("2026-11-26T11:00:00Z", Date.parse("2026-11-20T06:00:00Z")));

it("a countdown of days has its units written out in Malay", async () => {
  expect(left()).toBe("6d 05h");
  await setLanguage("ms");
  expect(left()).toBe("6 hari 5 jam");
});
