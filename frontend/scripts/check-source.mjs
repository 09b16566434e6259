import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ALLOWED = {
  lib: ["lib"],
  ui: ["ui", "lib"],
  shared: ["shared", "ui", "lib"],
  features: ["shared", "ui", "lib"],
};
const NEUTRAL = ["generated", "locales", "assets", "styles"];

const wrong = [];

for (const file of filesUnder("src").concat(filesUnder("e2e"), filesUnder("scripts"))) {
  const text = readFileSync(file, "utf8");
  if (/import \{[^}]*\bLink\b[^}]*\} from "react-router-dom"/.test(text)) wrong.push(`${file}: a link is @/ui/link`);
  for (const [, target] of text.matchAll(/(?:from |import\(|import )"((?:@\/|\.)[^"]+)"/g)) checkImport(file, target);
}

if (wrong.length > 0) {
  process.stderr.write(`${wrong.join("\n")}\n`);
  process.exit(1);
}

function checkImport(file, target) {
  const imported = target.startsWith("@/") ? `src/${target.slice(2)}` : join(dirname(file), target);
  const [root, folder, noun] = file.split("/");
  const [, importedFolder, importedNoun] = imported.split("/");
  if (root !== "src" || !ALLOWED[folder] || NEUTRAL.includes(importedFolder)) return;
  const isOwn = folder === importedFolder && (folder !== "features" || noun === importedNoun);
  const otherFeature = importedFolder === "features" && folder === "features" && noun !== importedNoun;
  // A test may render the whole app, but not reach into another feature.
  if (file.includes(".test.") && !otherFeature) return;
  if (!isOwn && !ALLOWED[folder].includes(importedFolder)) wrong.push(`${file}: imports ${target}`);
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith("src/generated"))
    .map((entry) => join(entry.parentPath, entry.name));
}
