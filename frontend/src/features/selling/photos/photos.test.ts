import { describe, expect, it } from "vitest";
import { keptPart, WHOLE } from "./crop";
import { applyChange, chosenPhoto, coverAddress, type Photo, sentImages, storedPhoto, wrongWith } from "./photos";

const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], "photo", { type });
const keys = (photos: Photo[]) => photos.map(({ key }) => key);

describe("IMG-06: which files are taken", () => {
  it.each(["image/jpeg", "image/png", "image/gif", "image/webp"])("%s", (type) =>
    expect(wrongWith(file(type))).toBeNull(),
  );

  it.each(["image/heic", "image/svg+xml", "application/pdf", ""])("not “%s”", (type) =>
    expect(wrongWith(file(type))).toBe("Invalid file type. Please select an image file (JPEG, PNG, etc.)"),
  );

  it("5 MB and not a byte more", () => {
    expect(wrongWith(file("image/png", 5 * 1024 * 1024))).toBeNull();
    expect(wrongWith(file("image/png", 5 * 1024 * 1024 + 1))).toBe(
      "File too large. Please select an image smaller than 5MB",
    );
  });
});

describe("the row of photographs", () => {
  const [a, b, c] = ["one", "two", "three"].map((name) => storedPhoto(name)) as [Photo, Photo, Photo];

  it("moves one to the front, to the end, and nowhere beyond", () => {
    expect(keys(applyChange([a, b, c], { type: "moved", key: c.key, to: 0 }))).toEqual([c.key, a.key, b.key]);
    expect(keys(applyChange([a, b, c], { type: "moved", key: a.key, to: 2 }))).toEqual([b.key, c.key, a.key]);
    expect(applyChange([a, b], { type: "moved", key: a.key, to: -1 })).toEqual([a, b]);
    expect(applyChange([a, b], { type: "moved", key: a.key, to: 2 })).toEqual([a, b]);
  });

  it("a photograph keeps the place it was put to, changes places with the one there, and leaves a gap when it goes", () => {
    const aimed = applyChange([], { type: "added", photos: [a], at: 3 });
    const both = applyChange(aimed, { type: "added", photos: [b], at: 3 });
    expect(both.map(({ key, place }) => [key, place])).toEqual([
      [a.key, 3],
      [b.key, 4],
    ]);
    const placed = applyChange(both, { type: "placed", key: b.key, to: 3 });
    expect(placed.map(({ key, place }) => [key, place])).toEqual([
      [b.key, 3],
      [a.key, 4],
    ]);
    expect(applyChange(placed, { type: "removed", key: b.key }).map(({ place }) => place)).toEqual([4]);
    expect(sentImages(placed)).toEqual(["two", "one"]);
    const named = applyChange(placed, { type: "named", key: b.key, kind: "level" });
    expect(sentImages(named)).toEqual([{ imageUrl: "two", kind: "level" }, "one"]);
    expect(sentImages(applyChange(named, { type: "placed", key: a.key, to: 0, kind: "front" }))).toEqual([
      { imageUrl: "one", kind: "front" },
      { imageUrl: "two", kind: "level" },
    ]);
  });

  it("IMG-06: takes no more than five", () => {
    const many = Array.from({ length: 7 }, () => storedPhoto("x"));
    expect(applyChange([], { type: "added", photos: many })).toHaveLength(5);
  });

  it("goes from waiting over sending to there, and again after a failure", () => {
    const fresh = chosenPhoto(file("image/png"), "front.png");
    const { key } = fresh;
    let photos = applyChange([fresh], { type: "sending", key });
    photos = applyChange(photos, { type: "progress", key, percent: 64 });
    expect(photos[0]).toMatchObject({ state: "sending", percent: 64 });
    photos = applyChange(photos, { type: "failed", key, error: "No connection" });
    expect(photos[0]).toMatchObject({ state: "failed", error: "No connection" });
    photos = applyChange(photos, { type: "again", key });
    expect(photos[0]).toMatchObject({ state: "waiting", error: null });
    photos = applyChange(photos, { type: "there", key, uploaded: { token: "abc", imageUrl: "/api/images/abc" } });
    expect(photos[0]?.state).toBe("there");
    expect(applyChange(photos, { type: "removed", key })).toEqual([]);
  });
});

describe("IMG-07, C24: the fields of photographs that are sent", () => {
  it("the cover as a whole address, the rest as tokens, never an address of this device", () => {
    const waiting = chosenPhoto(file("image/png"), "front.png");
    const there = storedPhoto("/api/images/abc");
    expect(waiting.shown).toMatch(/^blob:/);
    expect(coverAddress([waiting])).toBe("");
    expect(coverAddress([waiting, there])).toBe(`${window.location.origin}/api/images/abc`);
    expect(sentImages([waiting, there, storedPhoto("def"), storedPhoto("https://other.example/x.jpg")])).toEqual([
      "abc",
      "def",
      "https://other.example/x.jpg",
    ]);
  });
});

describe("cutting", () => {
  const photo = { width: 1000, height: 1000 };

  it("4:5 keeps the largest part of that shape, in the middle", () => {
    expect(keptPart(photo, WHOLE)).toEqual({ width: 800, height: 1000, left: 100, top: 0 });
  });

  it("nearer, and to a corner", () => {
    expect(keptPart(photo, { ...WHOLE, shape: "square", zoom: 200, x: 100, y: 0 })).toEqual({
      width: 500,
      height: 500,
      left: 500,
      top: 0,
    });
  });

  it("free in both directions", () => {
    expect(keptPart(photo, { ...WHOLE, shape: "free", width: 40, height: 10, x: 0 })).toMatchObject({
      width: 400,
      height: 100,
      left: 0,
    });
  });
});
