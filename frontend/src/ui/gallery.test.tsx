import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { describe, expect, it, vi } from "vitest";
import { anAuction, aProduct } from "@/test/makers";
import { renderApp } from "@/test/render-app";
import { server } from "@/test/server";

vi.mock("@/lib/live/socket", async () => {
  const fake = await import("@/test/fake-live");
  return { liveConnection: () => fake.fakeLive };
});

const imageAt = (imageOrder: number) => ({
  id: imageOrder,
  imageOrder,
  imageUrl: `/api/images/p${imageOrder}`,
  width: 900,
  height: 1200,
  sizes: [320, 640, 1024, 1600],
});
const THREE = [3, 0, 1].map(imageAt);

type Images = typeof THREE;

function listingWith(images: Images) {
  server.use(http.get("*/api/products/1", () => HttpResponse.json(aProduct({ images }))));
  return "/products/1";
}

function auctionWith(images: Images) {
  const auction = anAuction();
  if (!auction.product) throw new Error("an auction of something");
  const product = { ...auction.product, images };
  server.use(http.get("*/api/auctions/422", () => HttpResponse.json({ ...auction, product })));
  return "/auctions/422";
}

async function open(address: string) {
  renderApp(address);
  const gallery = within(await screen.findByRole("region", { name: "Photographs" }));
  return { gallery, row: gallery.getByRole("list") };
}

function openFullSize(gallery: ReturnType<typeof within>) {
  fireEvent.click(gallery.getByRole("button", { name: "Open full size" }));
  const dialog = screen.getByRole("dialog", { name: "Photographs" });
  return { dialog, zoom: within(dialog) };
}

/** happy-dom has no layout. */
function scrollTo(row: HTMLElement, photograph: number) {
  Object.defineProperty(row, "clientWidth", { configurable: true, value: 400 });
  row.scrollLeft = 400 * (photograph - 1);
  fireEvent.scroll(row);
}

describe.each([
  ["a listing", listingWith],
  ["an auction", auctionWith],
])("PROD-03: the photographs of %s", (_, pageWith) => {
  it("begin with the one of order 0, which comes no larger than shown", async () => {
    const { row } = await open(pageWith(THREE));
    const photographs = within(row).getAllByRole("img");
    expect(photographs.map((photograph) => photograph.getAttribute("src"))).toEqual(
      [0, 1, 3].map((place) => `/api/images/p${place}`),
    );
    expect(photographs[0]).toHaveAttribute(
      "srcset",
      expect.stringContaining("/api/images/p0-320 240w, /api/images/p0-640 480w"),
    );
  });

  it("turn by arrow keys, and stay at the first and at the last", async () => {
    const { gallery, row } = await open(pageWith(THREE));
    expect(row).toHaveAttribute("tabindex", "0");
    expect(row).toHaveAccessibleName("Photographs, left and right arrow keys");
    for (const [key, count] of [
      ["ArrowLeft", "1 / 3"],
      ["ArrowRight", "2 / 3"],
      ["ArrowRight", "3 / 3"],
      ["ArrowRight", "3 / 3"],
      ["ArrowLeft", "2 / 3"],
    ] as const) {
      fireEvent.keyDown(row, { key });
      expect(gallery.getByText(count)).toBeVisible();
    }
  });

  it("turn by swipe, and the thumbnails follow", async () => {
    const { gallery, row } = await open(pageWith(THREE));
    scrollTo(row, 2);
    expect(gallery.getByText("2 / 3")).toBeVisible();
    expect(gallery.getByRole("button", { name: "Photograph 2" })).toHaveAttribute("aria-current", "true");
    expect(gallery.getByRole("button", { name: "Photograph 1" })).not.toHaveAttribute("aria-current");
  });

  it("turn by thumbnail, and the row scrolls there", async () => {
    const { gallery, row } = await open(pageWith(THREE));
    Object.defineProperty(row, "clientWidth", { configurable: true, value: 400 });
    const scroll = vi.spyOn(row, "scrollTo");
    fireEvent.click(gallery.getByRole("button", { name: "Photograph 3" }));
    expect(gallery.getByRole("button", { name: "Photograph 3" })).toHaveAttribute("aria-current", "true");
    expect(scroll).toHaveBeenCalledWith({ left: 800 });
  });

  it("open at full size where the row stands; buttons, arrow keys and swipes turn there, and the row follows", async () => {
    const { gallery, row } = await open(pageWith(THREE));
    fireEvent.keyDown(row, { key: "ArrowRight" });
    const { dialog, zoom } = openFullSize(gallery);
    expect(zoom.getByRole("img")).toHaveAttribute("src", "/api/images/p1");
    fireEvent.click(zoom.getByRole("button", { name: "Next" }));
    expect(zoom.getByRole("status")).toHaveTextContent("3 / 3");
    fireEvent.keyDown(dialog, { key: "ArrowRight" });
    expect(zoom.getByRole("status")).toHaveTextContent("1 / 3");
    fireEvent.click(zoom.getByRole("button", { name: "Previous" }));
    expect(zoom.getByRole("status")).toHaveTextContent("3 / 3");
    fireEvent.pointerDown(dialog, { clientX: 100 });
    fireEvent.pointerUp(dialog, { clientX: 200 });
    expect(zoom.getByRole("status")).toHaveTextContent("2 / 3");
    expect(gallery.getByRole("button", { name: "Photograph 2" })).toHaveAttribute("aria-current", "true");
  });

  it("Close and Escape lead back to the page", async () => {
    const { gallery } = await open(pageWith(THREE));
    fireEvent.click(openFullSize(gallery).zoom.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("dialog")).toBeNull();
    fireEvent(openFullSize(gallery).dialog, new Event("close"));
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("heading", { level: 1, name: "Smoke Vesper" })).toBeVisible();
  });

  it("that is alone is no stop of the keyboard, and opens at full size", async () => {
    const { gallery, row } = await open(pageWith([imageAt(0)]));
    expect(row).not.toHaveAttribute("tabindex");
    expect(row).toHaveAccessibleName("Photographs");
    expect(gallery.queryByRole("button", { name: /^Photograph/ })).toBeNull();
    expect(openFullSize(gallery).zoom.queryByRole("button", { name: "Next" })).toBeNull();
  });

  it("that are missing leave the outlined bottle, and nothing to open", async () => {
    const { gallery, row } = await open(pageWith([]));
    expect(row).not.toHaveAttribute("tabindex");
    expect(gallery.queryByRole("img")).toBeNull();
    expect(gallery.queryByRole("button", { name: "Open full size" })).toBeNull();
  });
});
