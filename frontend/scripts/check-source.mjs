/** Import rules that the linter does not know. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const wrong = [];

for (const file of filesUnder("src").concat(filesUnder("e2e"), filesUnder("scripts"))) {
  const text = readFileSync(file, "utf8");
  if (/import \{[^}]*\bLink\b[^}]*\} from "react-router-dom"/.test(text)) wrong.push(`${file}: a link is @/ui/link`);
  for (const [, target] of text.matchAll(/from "([^"]+)"/g)) checkImport(file, target);
}

if (wrong.length > 0) {
  process.stderr.write(`${wrong.join("\n")}\n`);
  process.exit(1);
}

function checkImport(file, target) {
  const own = file.match(/^src\/features\/([^/]+)\//)?.[1];
  const other = target.match(/^@\/features\/([^/]+)/)?.[1];
  if (own && other && own !== other) wrong.push(`${file}: a feature imports the feature ${other}`);
  const tests = file.includes(".test.");
  if (!tests && /^src\/(ui|lib)\//.test(file) && /^@\/(features|app)\//.test(target))
    wrong.push(`${file}: imports ${target}`);
  if (file.startsWith("src/lib/") && target.startsWith("@/ui/")) wrong.push(`${file}: imports ${target}`);
}

function filesUnder(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.startsWith("src/generated"))
    .map((entry) => join(entry.parentPath, entry.name));
}
