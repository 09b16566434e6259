import { readFileSync } from "node:fs";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { refusal, server } from "@/test/server";
import { callApi } from "./call-api";
import { KEEPS_KEYS } from "./commands";
import { asRefusal } from "./refusal";

afterEach(() => vi.restoreAllMocks());

const keys: (string | null)[] = [];

function answers(...replies: (() => Response)[]): void {
  keys.length = 0;
  server.use(
    http.post("*/api/products", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return (replies[keys.length - 1] ?? (() => HttpResponse.json({ id: 1 }, { status: 201 })))();
    }),
  );
}

const listing = { brand: "Amouage", categoryId: 1, description: "Worn twice", volume: 50 };
const lists = (name = "Oud") => callApi("POST", "/api/products", { body: { ...listing, name } });
const lost = () => HttpResponse.error();
const unknown = () => refusal(503, "outcome_unknown");

it.each([
  ["the connection breaks", lost],
  ["the gateway cannot say", unknown],
  ["the gateway's call is cut", () => new HttpResponse("Bad gateway", { status: 502 })],
  ["the gateway waits too long", () => refusal(504, "outcome_unknown")],
])("where %s a creating call is repeated at once with the same key", async (_, first) => {
  answers(first);
  await expect(lists()).resolves.toEqual({ id: 1 });
  expect(keys).toHaveLength(2);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
});

it("still unknown, it says so; the same call later takes the key over, another one does not", async () => {
  answers(unknown, lost);
  const error = await lists().catch((reason) => reason);
  expect(asRefusal(error).code).toBe("outcome_unknown");
  expect(messageFor(error).text).toBe(
    "We do not know yet whether this went through. Sending it again is safe: it is never done twice.",
  );
  await lists("Rose");
  await lists();
  await lists();
  const [first, second, other, later, afresh] = keys;
  expect([second, later]).toEqual([first, first]);
  expect(new Set([first, other, afresh]).size).toBe(3);
});

it("a refusal is an outcome: nothing is repeated and the next call has a key of its own", async () => {
  answers(
    () => refusal(503, "unavailable"),
    () => refusal(422, "invalid_input"),
  );
  await expect(lists()).rejects.toMatchObject({ code: "unavailable" });
  await expect(lists()).rejects.toMatchObject({ code: "invalid_input" });
  expect(new Set(keys).size).toBe(2);
});

it("a call without an idempotency key is not repeated by itself, and its message promises nothing", async () => {
  let sent = 0;
  server.use(
    http.post("*/api/products/1/report", () => {
      sent += 1;
      return unknown();
    }),
  );
  const error = await callApi("POST", "/api/products/{product_id}/report", {
    path: { product_id: 1 },
    body: { reason: "other" },
  }).catch((reason) => reason);
  expect(sent).toBe(1);
  expect(messageFor(error).text).toContain("Please look before you send it again.");
});

it("without a network nothing was sent, and the message says so", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  answers(lost);
  await expect(lists()).rejects.toMatchObject({ code: "network" });
  expect(keys).toHaveLength(1);
});

it("every route that keeps a key is known here, and no other", () => {
  const { paths } = JSON.parse(readFileSync("../gateway/openapi.json", "utf8"));
  for (const [path, { post }] of Object.entries<Record<string, { parameters?: { name: string }[] }>>(paths)) {
    if (!post) continue;
    const keeps = post.parameters?.some(({ name }) => name === "Idempotency-Key") ?? false;
    expect([path, KEEPS_KEYS.test(path.replace(/\{\w+\}/g, "1"))]).toEqual([path, keeps]);
  }
});
