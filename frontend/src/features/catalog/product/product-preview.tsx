/** The page of a listing as a buyer sees it, drawn while the listing is still being written. */
import type { Product } from "../types";
import { Facts } from "./facts";
import { Gallery } from "./gallery";
import { PRODUCT_GRID } from "./product-view";
import { AboutTabs } from "./tabs";

export function ProductAsSeen({ product }: { product: Product }) {
  return (
    <div className={PRODUCT_GRID}>
      <Gallery product={product} />
      <div className="grid gap-5 md:row-span-2">
        <Facts product={product} />
      </div>
      <AboutTabs product={product} />
    </div>
  );
}
