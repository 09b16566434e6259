/** Class names joined so that the later one wins; told apart as tailwind-merge does it, for the classes this app has. */

const COLOUR = /^(paper|surface|wash|ink|line|edge|room|pandan|ambar|rosella|on-ambar|transparent|current|scrim)/;
const DISPLAY = /^(block|contents|hidden|table|inline(-(block|flex|grid))?|flex|grid)$/;
const SIDED = /^(p|m|inset|top|right|bottom|left|rounded|border|gap|overflow)(?:-?([xylrtb]))?(?:-(.+))?$/;
const PLACE = /^(static|absolute|fixed|relative|sticky)$/;
const WORDS =
  /^(z|size|w|h|max-w|min-w|max-h|min-h|tracking|leading|aspect|items|fill|stroke|grid-cols|justify-items|justify-self|justify|content|self|order|opacity|align|list|whitespace|cursor|transition|basis|touch|select|scroll-mt|scroll-mb|animate|col|row|sr|line-clamp)-/;

/** What one class is about, and on which side. */
function topicOf(name: string): [topic: string, side: string] | null {
  const plain = name.replace(/^-/, "");
  if (DISPLAY.test(plain)) return ["display", ""];
  if (PLACE.test(plain)) return ["place", ""];
  if (/^(in)?visible$/.test(plain)) return ["visibility", ""];
  if (/^(no-)?underline$/.test(plain)) return ["underline", ""];
  if (/^break-(words|all)$/.test(plain)) return ["break", ""];
  const [, rest = ""] = plain.match(/^text-(.+)/) ?? [];
  if (/^(left|center|right)$/.test(rest)) return ["align-text", ""];
  if (rest) return [COLOUR.test(rest) ? "colour" : "text", ""];
  if (/^bg-/.test(plain)) return [COLOUR.test(plain.slice(3)) ? "bg" : plain, ""];
  if (/^object-(cover|contain)$/.test(plain)) return ["fit", ""];
  if (/^object-/.test(plain)) return ["object", ""];
  if (/^font-/.test(plain)) return [plain === "font-sans" ? "family" : "weight", ""];
  if (/^flex-(row|col)/.test(plain)) return ["direction", ""];
  if (/^flex-wrap/.test(plain)) return ["wrap", ""];
  if (/^flex-/.test(plain)) return ["flex", ""];
  if (/^shadow-/.test(plain)) return ["shadow", ""];
  if (/^inset-ring(-\d)?$/.test(plain)) return ["ring", ""];
  if (/^inset-ring-/.test(plain)) return ["ring-colour", ""];
  if (/^outline-(none|dashed)$/.test(plain)) return ["outline", ""];
  if (plain.startsWith("[")) return [plain.slice(0, plain.indexOf(":")), ""];
  const [, word] = plain.match(WORDS) ?? [];
  if (word) return [word, ""];
  const [, what = "", side = "", value = ""] = plain.match(SIDED) ?? [];
  if (!what) return null;
  if (/^(top|right|bottom|left)$/.test(what)) return ["inset", what.slice(0, 1)];
  if (/^(dashed|collapse)$/.test(value)) return [`border-${value}`, ""];
  return [what === "border" && COLOUR.test(value) ? "border-colour" : what, side];
}

const SIDES: Record<string, string> = { "": "xylrtb", x: "xlr", y: "ytb" };
const WIPES: Record<string, string[]> = {
  size: ["w", "h"],
  text: ["leading"],
  flex: ["basis"],
  "line-clamp": ["display", "overflow"],
};

/** Whether a later class leaves nothing of an earlier one. */
function covers([later, side]: [string, string], [earlier, before]: [string, string]): boolean {
  if (before === "" && WIPES[later]?.includes(earlier)) return true;
  return later === earlier && (side === before || (SIDES[side] ?? "").includes(before || "-"));
}

function merge(written: string): string {
  const kept: { name: string; state: string; topic: [string, string] | null }[] = [];
  for (const whole of written.split(/\s+/).filter(Boolean)) {
    const [, state = "", name = ""] = whole.match(/^((?:(?:\[[^\]]*\]|[^:[])+:)*)(.+)$/) ?? [];
    const topic = topicOf(name);
    for (let place = kept.length - 1; place >= 0; place -= 1) {
      const before = kept[place];
      const same =
        before?.state === state && (topic && before.topic ? covers(topic, before.topic) : before.name === name);
      if (same) kept.splice(place, 1);
    }
    kept.push({ name, state, topic });
  }
  return kept.map(({ state, name }) => state + name).join(" ");
}

const known = new Map<string, string>();

export function cn(...names: (string | false | null | undefined)[]): string {
  const written = names.filter(Boolean).join(" ");
  let merged = known.get(written);
  if (merged === undefined) {
    merged = merge(written);
    known.set(written, merged);
  }
  return merged;
}
