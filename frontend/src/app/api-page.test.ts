import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { HttpResponse, http } from "msw";
import { afterEach, expect, it } from "vitest";
import { server } from "@/test/server";

const GATEWAY = resolve(process.cwd(), "../gateway");
const contract = JSON.parse(readFileSync(`${GATEWAY}/openapi.json`, "utf8"));

afterEach(() => document.body.replaceChildren());

async function calls(): Promise<Map<string, string>> {
  server.use(http.get("*/api/openapi.json", () => HttpResponse.json(contract)));
  document.body.innerHTML =
    readFileSync(`${GATEWAY}/pages/docs/docs.html`, "utf8").match(/<body>(.*)<script/s)?.[1] ?? "";
  const script = readFileSync(`${GATEWAY}/pages/docs/docs.js`, "utf8");
  await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`);
  const calledPaths = new Map<string, string>();
  for (const details of document.querySelectorAll("details")) {
    details.dispatchEvent(new Event("toggle"));
    const [method, path] = [...details.querySelectorAll("summary span")].map((summary) => summary.textContent);
    const call = [...details.querySelectorAll("pre")].find((block) => block.textContent?.startsWith("curl"));
    calledPaths.set(`${method} ${path}`, call?.textContent ?? "");
  }
  return calledPaths;
}

function examplesOf(name: string): string[] {
  const [method = "", path = ""] = name.split(" ");
  const parameters: { in: string; required: boolean; example: string }[] =
    contract.paths[path][method.toLowerCase()].parameters ?? [];
  return parameters
    .filter((parameter) => parameter.required && parameter.in !== "header")
    .map((parameter) => parameter.example);
}

it("each call of the API can be copied: the contract's examples, the key of the guide, -N for a stream", async () => {
  const calledPaths = await calls();
  const operations = Object.values(contract.paths as Record<string, object>).flatMap((path) => Object.keys(path));
  expect(calledPaths.size).toBe(operations.length);
  for (const [name, call] of calledPaths) {
    const address = call.match(/'(.*?)'/)?.[1] ?? "";
    expect(URL.canParse(address), name).toBe(true);
    expect(address, name).not.toMatch(/[{}\s]|undefined/);
    for (const example of examplesOf(name)) expect(address, name).toContain(encodeURIComponent(example));
  }
  const endsWith = (name: string, end: string) => expect(calledPaths.get(name)?.replace(location.origin, "")).toBe(end);
  endsWith("GET /api/auctions/{auction_id}", "curl '/api/auctions/38'");
  endsWith("GET /api/v1/auth/me", `curl '/api/v1/auth/me' -H "Authorization: Bearer $WANGI_KEY"`);
  endsWith("GET /api/events/stream", `curl -N '/api/events/stream' -H "Authorization: Bearer $WANGI_KEY"`);
  endsWith("GET /api/user/{user_id}/api-keys", `curl '/api/user/630/api-keys' -H "Authorization: Bearer $TOKEN"`);
  endsWith(
    "GET /api/admin/messages/reports",
    `curl '/api/admin/messages/reports?kind=message&subjectId=35&aboutId=722' -H "Authorization: Bearer $TOKEN"`,
  );
});
