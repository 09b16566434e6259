import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { server } from "@/test/server";
import { api } from "./api-client";
import { callApi } from "./call-api";

it("the fields of a search go into the query; empty ones stay out of it", async () => {
  const requests: string[] = [];
  server.use(
    http.get("*/api/products", ({ request }) => {
      requests.push(new URL(request.url).search);
      return HttpResponse.json([]);
    }),
  );
  await api.GET("/api/products", { params: { query: { search: "oud & rose", sellerId: undefined, limit: 24 } } });
  expect(requests).toEqual(["?search=oud%20%26%20rose&limit=24"]);
});

it("a command travels as JSON under its method and key", async () => {
  const events: unknown[] = [];
  server.use(
    http.post("*/api/products/1/notes", async ({ request }) => {
      const { method, headers } = request;
      events.push([method, headers.get("Content-Type"), headers.get("Idempotency-Key"), await request.json()]);
      return HttpResponse.json([1]);
    }),
  );
  const call = { path: { product_id: 1 }, headers: { "Idempotency-Key": "k" }, body: { note: "New" } };
  expect(await callApi("POST", "/api/products/{product_id}/notes", call)).toEqual([1]);
  expect(events).toEqual([["POST", "application/json", "k", { note: "New" }]]);
});

it("a table is read as the text it is", async () => {
  server.use(http.get("*/api/seller/products/export.csv", () => HttpResponse.text("name,brand\n")));
  expect(await callApi("GET", "/api/seller/products/export.csv", { parseAs: "text" })).toBe("name,brand\n");
});
