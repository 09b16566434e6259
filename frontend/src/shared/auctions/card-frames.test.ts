import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { applyToCard, type CardAuction, type CardFrame } from "./card-frames";

interface Triple {
  name: string;
  before: CardAuction;
  frames: (CardFrame | { type: "resync" })[];
  after: CardAuction;
}

const FOLDER = join(process.cwd(), "../tests/contracts/cards");
const triples = readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Triple);
const isCardFrame = (frame: Triple["frames"][number]): frame is CardFrame => frame.type !== "resync";

describe("HOME-05, CAT-10: a card shown live is the card fetched again", () => {
  it("is proven by the scenes there are", () => {
    expect(triples.map(({ name }) => name)).toContain("a-late-bid");
  });

  it.each(triples.filter(({ frames }) => frames.every(isCardFrame)))("$name", ({ before, frames, after }) => {
    const applied = frames.filter(isCardFrame).reduce(applyToCard, before);
    expect({ ...applied, endsAt: Date.parse(applied.endsAt) }).toEqual({ ...after, endsAt: Date.parse(after.endsAt) });
  });

  it("a frame seen twice changes nothing more", () => {
    for (const { before, frames } of triples) {
      const once = frames.filter(isCardFrame).reduce(applyToCard, before);
      expect(frames.filter(isCardFrame).reduce(applyToCard, once)).toEqual(once);
    }
  });
});
