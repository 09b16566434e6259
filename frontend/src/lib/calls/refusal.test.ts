import { afterEach, expect, it } from "vitest";
import { setLanguage } from "@/lib/i18n/language";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { refusalFrom } from "./refusal";

afterEach(() => setLanguage("en"));

const response = (status: number, headers = {}) => new Response("", { status, statusText: "Gone wrong", headers });
const body = (code: string, message: string, details = {}) => ({ code, message, details });

it("U7, AUTH-60: a person reads the server's sentence, also in Malay", async () => {
  await setLanguage("ms");
  const fields = [{ field: "password", message: "This password is too common. Choose another one." }];
  const refusal = refusalFrom(response(422), body("invalid_input", "Some fields are not valid.", { fields }));
  expect(messageFor(refusal).text).toBe("Sesetengah medan tidak sah.");
  expect(refusal.fields).toEqual([{ field: "password", message: "Kata laluan ini terlalu lazim. Pilih yang lain." }]);
});

it("an unknown sentence stays as the server wrote it", () => {
  expect(messageFor(refusalFrom(response(409), body("new_one", "Something new."))).text).toBe("Something new.");
});

it("XCUT-01: an answer that is no refusal of ours keeps its status code before the text", () => {
  expect(refusalFrom(response(502), "Bad gateway").message).toBe("502: Bad gateway");
  expect(refusalFrom(response(502), "").message).toBe("502: Gone wrong");
});

it.each([
  [45, "Please wait 45 seconds, then try again."],
  [1, "Please wait 1 second, then try again."],
  [600, "Please wait 10 minutes, then try again."],
])("the wait of %i seconds is shown", (seconds, words) => {
  const refusal = refusalFrom(response(429, { "Retry-After": String(seconds) }), body("rate_limited", ""));
  expect(messageFor(refusal).text).toBe(words);
});

it("U1: a suspension says until when", () => {
  const until = "2026-11-30T12:00:00Z";
  expect(messageFor(refusalFrom(response(403), body("suspended", "", { until }))).text).toMatch(
    /^Your account is suspended until 30 Nov 2026, /,
  );
});
