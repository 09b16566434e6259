import { expect, it } from "vitest";
import { pictureAtSize, picturesOf, srcSetOf } from "./pictures";

const at = (imageUrl: string, imageOrder: number) => ({ imageUrl, imageOrder });

it("PROD-03: the photograph of order 0 is the main one, then the first, then the product's own address", () => {
  expect(
    picturesOf({ imageUrl: "z", images: [at("b", 2), at("a", 0), at("c", 1)] }).map((picture) => picture.imageUrl),
  ).toEqual(["a", "c", "b"]);
  expect(picturesOf({ imageUrl: "z", images: [at("b", 3), at("c", 1)] })[0]?.imageUrl).toBe("b");
  expect(picturesOf({ imageUrl: "z", images: [] })).toEqual([{ imageUrl: "z" }]);
  expect(picturesOf({ imageUrl: null, images: [] })).toEqual([]);
});

it("the sizes carry their true widths and never enlarge", () => {
  const picture = { imageUrl: "/api/images/t", width: 600, height: 800, sizes: [320, 640, 1024, 1600] };
  expect(srcSetOf(picture)).toBe("/api/images/t-320 240w, /api/images/t-640 480w, /api/images/t-1024 600w");
  expect(srcSetOf({ imageUrl: "/api/images/t" })).toBeUndefined();
  expect(pictureAtSize(picture, 300)).toBe("/api/images/t-320");
});
