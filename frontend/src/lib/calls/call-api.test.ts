import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { refusal, server } from "@/test/server";
import { callApi, nullWhenSignedOut } from "./call-api";
import { makeQueryClient } from "./query-client";

it("XCUT-01: an answer that is no refusal of ours keeps its status before its text", async () => {
  server.use(http.get("*/api/categories", () => new HttpResponse("down", { status: 502 })));
  await expect(callApi("GET", "/api/categories")).rejects.toMatchObject({ message: "502: down", status: 502 });
  server.use(http.get("*/api/categories", () => new HttpResponse(null, { status: 502, statusText: "Bad Gateway" })));
  await expect(callApi("GET", "/api/categories")).rejects.toMatchObject({ message: "502: Bad Gateway" });
});

it("XCUT-02: a 401 may be an answer instead of an error", async () => {
  server.use(http.get("*/api/categories", () => refusal(401, "not_signed_in")));
  await expect(callApi("GET", "/api/categories")).rejects.toMatchObject({ status: 401 });
  await expect(nullWhenSignedOut(callApi("GET", "/api/categories"))).resolves.toBeNull();
});

it("XCUT-04: the content type is sent only where there is a body", async () => {
  const types: (string | null)[] = [];
  server.use(
    http.post("*/api/offers/1/:step", ({ request }) => {
      types.push(request.headers.get("content-type"));
      return HttpResponse.json({});
    }),
  );
  await callApi("POST", "/api/offers/{offer_id}/accept", { path: { offer_id: 1 } });
  await callApi("POST", "/api/offers/{offer_id}/counter", { path: { offer_id: 1 }, body: { amount: 1 } });
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

it("a call that the contract does not have does not compile", () => {
  const calls = [
    // @ts-expect-error: no such path
    () => callApi("GET", "/api/nothing"),
    // @ts-expect-error: no such method
    () => callApi("DELETE", "/api/orders"),
    // @ts-expect-error: no such parameter
    () => callApi("GET", "/api/orders", { query: { rank: "first" } }),
    // @ts-expect-error: the id is missing
    () => callApi("POST", "/api/offers/{offer_id}/accept"),
    // @ts-expect-error: the amount is a number
    () => callApi("POST", "/api/offers/{offer_id}/counter", { path: { offer_id: 1 }, body: { amount: "1" } }),
    // @ts-expect-error: there is no such field in the result
    async () => (await callApi("GET", "/api/categories"))[0]?.rank,
  ];
  expect(calls).toHaveLength(6);
});
