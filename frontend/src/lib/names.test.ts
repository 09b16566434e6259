/** Who is gone for good is still called something. */
import { afterEach, expect, it } from "vitest";
import { nameOf } from "./names";
import { speak } from "./words";

afterEach(() => speak("en"));

it("U38: a person without a name is a deleted user, in the reader's language", async () => {
  expect(nameOf("nurul.a")).toBe("nurul.a");
  expect(nameOf("")).toBe("Deleted user");
  await speak("ms");
  expect(nameOf("")).toBe("Pengguna dipadam");
});
