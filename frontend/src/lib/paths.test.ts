/** After sign-in a person lands on this site, whatever the link said. */
import { describe, expect, it } from "vitest";
import { safeReturnPath } from "./paths";

const origin = "http://localhost:8080";

describe("the return path", () => {
  it.each(["/auctions/422", "/products?type=auction#top"])("%s is honoured", (path) => {
    expect(safeReturnPath(path, origin)).toBe(path);
  });

  it.each([
    null,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "/auth",
    "/login?redirect=/x",
  ])("%s leads home", (path) => {
    expect(safeReturnPath(path, origin)).toBe("/");
  });
});
