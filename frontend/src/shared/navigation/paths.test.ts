import { describe, expect, it } from "vitest";
import { safeReturnPath } from "./paths";

const origin = "http://localhost:8080";

const OURS = ["/auctions/422", "/products?type=auction#top", "/", "/a/../products", "/products?next=//evil.example"];

const NOT_OURS = [
  null,
  "",
  "products",
  "?x",
  "#x",
  "https://evil.example",
  "HTTPS://evil.example",
  "http:evil.example",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "//evil.example@localhost:8080",
  "/\\evil.example",
  "\\/evil.example",
  "\\\\evil.example",
  "/\\/evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/%2e%2e//evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\t\\evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "blob:http://localhost:8080/x",
  "http://localhost:8080@evil.example",
  "http://localhost:8080.evil.example",
  "/auth",
  "/login?redirect=/x",
  "/register",
  "/auth-callback#access_token=x",
];

describe("C11, AR-D22: the return path", () => {
  it.each(OURS)("AUTH-02: %s is honoured", (path) => {
    const built = new URL(safeReturnPath(path, origin), origin);
    expect(built.origin).toBe(origin);
    expect(built.href).toBe(new URL(path, origin).href);
  });

  it.each(NOT_OURS)("AUTH-02: %j leads home", (path) => {
    expect(safeReturnPath(path, origin)).toBe("/");
  });

  it.each(OURS.concat(NOT_OURS.filter((path) => path !== null)))("%j never leaves this site", (path) => {
    expect(new URL(safeReturnPath(path, origin), origin).origin).toBe(origin);
    expect(safeReturnPath(path, origin)).toMatch(/^\/(?!\/)/);
  });
});
