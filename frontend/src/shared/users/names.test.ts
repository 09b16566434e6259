import { afterEach, expect, it } from "vitest";
import { setLanguage } from "@/lib/i18n/language";
import { bottleName } from "@/shared/listings/listing-words";
import { nameOf } from "./names";

afterEach(() => setLanguage("en"));

it("U38: a person who is gone is a deleted user, in the reader's language; a person not loaded yet has no name", async () => {
  expect(nameOf("nurul.a", false)).toBe("nurul.a");
  expect(nameOf("", false)).toBe("");
  expect(nameOf("", true)).toBe("Deleted user");
  await setLanguage("ms");
  expect(nameOf("", true)).toBe("Pengguna dipadam");
});

it("U38: a listing of a deleted user is a removed listing", () => {
  expect(bottleName("Iris Telegram")).toBe("Iris Telegram");
  expect(bottleName("")).toBe("Removed listing");
});
