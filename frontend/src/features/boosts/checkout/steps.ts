import type { PackageType } from "@/shared/boosts/boosts";
import { paths } from "@/shared/navigation/paths";

export const STEPS = ["select-package", "select-products", "checkout"] as const;

export type Step = (typeof STEPS)[number];

export interface Choice {
  step: Step;
  type: PackageType;
  packageId: number | null;
  products: number[];
}

const MAX_PRODUCTS = 50;

export function readChoice(params: URLSearchParams): Choice {
  const packageId = idOf(params.get("package"));
  const requestedStep = STEPS.find((step) => step === params.get("step"));
  const products = (params.get("products") ?? "").split(",").map(idOf);
  return {
    step: requestedStep ?? (packageId ? "select-products" : "select-package"),
    type: params.get("type") === "premium" ? "premium" : "standard",
    packageId,
    products: [...new Set(products.filter((id) => id !== null))].slice(0, MAX_PRODUCTS),
  };
}

export function addressOf({ step, type, packageId, products }: Choice): string {
  const params = new URLSearchParams({ step });
  if (type === "premium") params.set("type", type);
  if (packageId) params.set("package", String(packageId));
  const chosen = products.length > 0 ? `&products=${products.join(",")}` : "";
  return `${paths.boost}?${params}${chosen}`;
}

function idOf(input: string | null): number | null {
  const id = /^\d{1,15}$/.test(input ?? "") ? Number(input) : 0;
  return id > 0 ? id : null;
}

export function toggleProduct(products: number[], id: number, most: number): number[] {
  if (products.includes(id)) return products.filter((product) => product !== id);
  return products.length < most ? [...products, id] : products;
}
