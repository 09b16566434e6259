import { expect, it } from "vitest";
import { chooseLanguage } from "@/lib/i18n/language";
import { formatDateTime } from "@/lib/time/time";
import { listTime, messageTime } from "./times";

const MORNING = "2026-08-19T09:05:00";
const NOW = Date.parse("2026-08-19T13:00:00");

it("MSG-08: a message's time has AM or PM, in Malay PG or PTG, in the thread and in the list", async () => {
  expect(messageTime(MORNING)).toBe("Aug 19, 9:05 AM");
  expect(listTime(MORNING, NOW)).toBe("9:05 AM");
  expect(messageTime("soon")).toBe("Unknown time");
  await chooseLanguage("ms");
  expect(messageTime(MORNING)).toBe("19 Ogo, 9:05 PG");
  expect(listTime("2026-08-19T12:30:00", NOW)).toBe("12:30 PTG");
  await chooseLanguage("en");
});

it("all other times have twenty-four hours, in both languages", async () => {
  expect(formatDateTime("2026-08-19T21:30:00")).toBe("19 Aug 2026, 21:30");
  await chooseLanguage("ms");
  expect(formatDateTime("2026-08-19T21:30:00")).toBe("19 Ogo 2026, 21:30");
  await chooseLanguage("en");
});
