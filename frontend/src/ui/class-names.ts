/** Configured with only the classes of this app, a fifth of tailwind-merge's default. */
import { createTailwindMerge } from "tailwind-merge";

const COLOUR = /^(paper|surface|wash|ink|line|edge|room|pandan|ambar|rosella|on-ambar|transparent|current|scrim)/;
const isColour = (value: string) => COLOUR.test(value);
const isNumber = (value: string) => /^\d+$/.test(value);
const any = () => true;

const groups = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, [{ [name]: ["", any] }]]));

const SIDES = { "": "x y l r t b", x: "l r", y: "t b" };

const sided = (nameOf: (side: string) => string) =>
  Object.fromEntries(
    Object.entries(SIDES).map(([side, below]) => [nameOf(side), below.split(" ").map((name) => nameOf(name))]),
  );
const EDGES: Record<string, string> = { l: "left", r: "right", t: "top", b: "bottom" };
const dashed = (name: string) => (side: string) => (side ? `${name}-${side}` : name);
const borderColour = (side: string) => `border-colour-${side}`;
const borders = ["", "x", "y", "l", "r", "t", "b"].flatMap((side) => {
  const name = dashed("border")(side);
  return [
    [borderColour(side), [{ [name]: [isColour] }]],
    [name, [{ [name]: ["", any] }]],
  ];
});

export const cn = createTailwindMerge(() => ({
  cacheSize: 2000,
  theme: {},
  classGroups: {
    ...groups("z size w h max-w min-w max-h min-h tracking leading aspect items fill stroke grid-cols justify-items"),
    ...groups("justify-self justify content self order opacity align list whitespace cursor transition basis touch"),
    ...groups(
      "select resize scroll-mt scroll-mb animate col row sr line-clamp shadow p px py pl pr pt pb m mx my ml mr mt mb",
    ),
    ...groups("inset inset-x inset-y left right top bottom gap gap-x gap-y overflow overflow-x overflow-y"),
    ...Object.fromEntries(borders),
    ...groups("rounded rounded-l rounded-r rounded-t rounded-b"),
    "border-style": [{ border: ["dashed"] }],
    "border-collapse": [{ border: ["collapse"] }],
    display: "block contents hidden table inline inline-block inline-flex inline-grid flex grid".split(" "),
    position: ["static", "absolute", "fixed", "relative", "sticky"],
    visibility: ["visible", "invisible"],
    underline: ["underline", "no-underline"],
    break: [{ break: ["words", "all"] }],
    "text-align": [{ text: ["left", "center", "right"] }],
    "text-colour": [{ text: [isColour] }],
    text: [{ text: [any] }],
    bg: [{ bg: [isColour] }],
    fit: [{ object: ["cover", "contain"] }],
    object: [{ object: [any] }],
    family: [{ font: ["sans"] }],
    weight: [{ font: [any] }],
    direction: [{ flex: ["row", "col", "row-reverse", "col-reverse"] }],
    wrap: [{ flex: ["wrap", "wrap-reverse", "nowrap"] }],
    flex: [{ flex: [any] }],
    ring: [{ "inset-ring": ["", isNumber] }],
    "ring-colour": [{ "inset-ring": [any] }],
    outline: [{ outline: ["none", "dashed"] }],
  },
  conflictingClassGroups: {
    ...sided((side) => `p${side}`),
    ...sided((side) => `m${side}`),
    ...sided((side) => EDGES[side] ?? dashed("inset")(side)),
    ...sided(dashed("rounded")),
    ...sided(dashed("border")),
    ...sided(borderColour),
    gap: ["gap-x", "gap-y"],
    overflow: ["overflow-x", "overflow-y"],
    size: ["w", "h"],
    text: ["leading"],
    flex: ["basis"],
    "line-clamp": ["display", "overflow"],
  },
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: [],
}));
