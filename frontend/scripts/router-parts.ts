import type { Plugin } from "vite";

/** The assignments of displayName keep unused components from being tree-shaken. */
const NAMES = /^ *\w+\.displayName = .*;$/gm;
const MADE = /= (React\d*\.(?:forwardRef|createContext|memo)\()/g;

const WARNINGS = "ENABLE_DEV_WARNINGS = true";

export function routerParts(): Plugin {
  let hasFoundWarnings = false;
  return {
    name: "router-parts",
    apply: "build",
    transform(code, id) {
      if (!/\/react-router\/dist\/.*\.mjs$/.test(id)) return undefined;
      hasFoundWarnings ||= code.includes(WARNINGS);
      const plain = code.replace(WARNINGS, "ENABLE_DEV_WARNINGS = false");
      return { code: plain.replace(NAMES, "").replace(MADE, "= /* @__PURE__ */ $1"), map: null };
    },
    buildEnd(failure) {
      if (!failure && !hasFoundWarnings)
        this.error(`react-router has no "${WARNINGS}" any more: look what its build weighs now`);
    },
  };
}
