/** What a call becomes on the line, by every way that the app asks. */
import { expect, it } from "vitest";
import { makeCaller } from "./caller";

function listening(answer: Response) {
  const heard: Request[] = [];
  const api = makeCaller(async (request) => {
    heard.push(request);
    return answer;
  });
  const through = api.request as unknown as (
    method: string,
    path: string,
    init?: object,
  ) => Promise<{ data?: unknown }>;
  return { heard, through };
}

it("a call named by its method, in small letters too, with its query and headers", async () => {
  const { heard, through } = listening(Response.json([1]));
  const init = {
    params: { query: { sellerId: 4, none: undefined } },
    headers: { "Idempotency-Key": "k" },
    body: { a: 1 },
  };
  expect((await through("patch", "/api/x", init)).data).toEqual([1]);
  const [request] = heard;
  expect([request?.method, new URL(request?.url ?? "").search]).toEqual(["PATCH", "?sellerId=4"]);
  expect(request?.headers.get("Idempotency-Key")).toBe("k");
  expect(request?.headers.get("Content-Type")).toBe("application/json");
});

it("a table is read as the text it is", async () => {
  const { through } = listening(new Response("name,brand\n"));
  expect((await through("get", "/api/x", { parseAs: "text" })).data).toBe("name,brand\n");
});
