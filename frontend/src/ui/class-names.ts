/** Class names joined so that the later one wins. */
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({
  extend: {
    theme: {
      text: [
        "tiny",
        "meta",
        "small",
        "body",
        "field",
        "price",
        "lead",
        "h4",
        "lot",
        "quote",
        "h3",
        "part",
        "h2",
        "level",
        "clock",
        "big",
        "urgent",
        "h1",
        "title",
        "bid",
        "display",
      ],
      color: [
        "paper",
        "surface",
        "wash",
        "wash-2",
        "ink",
        "ink-2",
        "ink-3",
        "line",
        "edge",
        "room",
        "room-2",
        "room-line",
        "room-ink",
        "room-ink-2",
        "pandan",
        "pandan-liquid",
        "pandan-wash",
        "ambar",
        "ambar-liquid",
        "ambar-wash",
        "rosella",
        "rosella-liquid",
        "rosella-wash",
        "on-ambar",
      ],
      radius: ["1", "2", "sheet", "full"],
    },
  },
});

export function cn(...names: (string | false | null | undefined)[]): string {
  return merge(names.filter(Boolean).join(" "));
}
