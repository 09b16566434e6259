import { type HttpResponse, http } from "msw";
import { afterEach, expect, it, vi } from "vitest";
import { server } from "@/test/server";

afterEach(() => vi.unstubAllEnvs());

const anAuctionInState = (state: string, html: string) =>
  html.replace(/\{\{#(\w+)\}\}(.*?)\{\{\/\1\}\}/gs, (_, is, part) => (is === state ? part : ""));

it("AUC-01, AUC-13: an ended lot is drawn as ended, with the line that the app keeps for its bids", async () => {
  vi.stubEnv("SSR", true);
  vi.resetModules();
  server.use(http.get("*/api/auctions/1", () => new Promise<HttpResponse<null>>(() => {})));
  const { drawPage } = await import("./first-screen");
  const html = await drawPage("/auctions/1", "en");
  const page = document.createElement("div");
  for (const [state, badge, line] of [
    ["running", "Auction", "min-h-15"],
    ["over", "Auction Ended", "min-h-5"],
  ] as const) {
    page.innerHTML = anAuctionInState(state, html);
    const room = page.querySelector(".room");
    expect(room?.querySelector(".min-h-11 > *")?.textContent).toBe(badge);
    const lines = [...(room?.querySelectorAll("p") ?? [])];
    expect(lines).toHaveLength(1);
    expect(lines[0]).toHaveClass(line);
  }
}, 30_000);
