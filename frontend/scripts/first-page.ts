import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export type Imports = (id: string) => { importedIds: readonly string[] } | null;

const ENTRY = fileURLToPath(new URL("../src/app/main.tsx", import.meta.url));
const ICONS = /\/lucide-react\/dist\/esm\/lucide-react\.m?js$/;
/** Modules that a library's index lists but only other screens import. */
const LATER =
  /\/(infiniteQuery\w+|useInfiniteQuery|queriesObserver|hydration)\.js$|\/@radix-ui\/(?!react-(slot|compose-refs)\/)/;

export function reachedFirst(imports: Imports): Set<string> {
  const reached = new Set<string>();
  const open = [ENTRY];
  for (const id of open) {
    if (reached.has(id) || LATER.test(id)) continue;
    reached.add(id);
    const below = imports(id)?.importedIds ?? [];
    const icons = below.find((module) => ICONS.test(module));
    open.push(...below.filter((module) => module !== icons));
    if (icons) open.push(...iconsOf(id, icons));
  }
  return reached;
}

function iconsOf(id: string, contents: string): string[] {
  const names = readFileSync(id, "utf8").match(/import \{([^}]*)\} from "lucide-react"/)?.[1] ?? "";
  const list = readFileSync(contents, "utf8");
  return names.split(",").flatMap((name) => {
    const plain = name.trim();
    const place = plain && list.match(new RegExp(`\\bdefault as ${plain}\\b[^}]*\\} from '\\./([^']+)'`))?.[1];
    return place ? [contents.replace(/[^/]+$/, place)] : [];
  });
}
