import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { refusal, server } from "@/test/server";
import { callApi } from "./ask";
import { makeQueryClient } from "./query-client";

it("XCUT-01: an answer that is no refusal of ours keeps its status before its text", async () => {
  server.use(http.get("*/api/x", () => new HttpResponse("down", { status: 502 })));
  await expect(callApi("GET", "/api/x")).rejects.toMatchObject({ message: "502: down", status: 502 });
  server.use(http.get("*/api/x", () => new HttpResponse(null, { status: 502, statusText: "Bad Gateway" })));
  await expect(callApi("GET", "/api/x")).rejects.toMatchObject({ message: "502: Bad Gateway" });
});

it("XCUT-02: a 401 may be an answer instead of an error", async () => {
  server.use(http.get("*/api/x", () => refusal(401, "not_signed_in")));
  await expect(callApi("GET", "/api/x")).rejects.toMatchObject({ status: 401 });
  await expect(callApi("GET", "/api/x", { nullWhenSignedOut: true })).resolves.toBeNull();
});

it("XCUT-04: the content type is sent only where there is a body", async () => {
  const types: (string | null)[] = [];
  server.use(
    http.post("*/api/x", ({ request }) => {
      types.push(request.headers.get("content-type"));
      return HttpResponse.json({});
    }),
  );
  await callApi("POST", "/api/x");
  await callApi("POST", "/api/x", { body: { a: 1 } });
  expect(types).toEqual([null, "application/json"]);
});

it("XCUT-05, XCUT-06: a query without a function reads the first element of its key; nothing is fetched again by itself", async () => {
  server.use(http.get("*/api/plain", () => HttpResponse.json({ ok: true })));
  const client = makeQueryClient();
  expect(await client.fetchQuery({ queryKey: ["/api/plain"] })).toEqual({ ok: true });
  expect(client.getDefaultOptions().queries).toMatchObject({
    retry: false,
    refetchOnWindowFocus: false,
    refetchInterval: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
});
