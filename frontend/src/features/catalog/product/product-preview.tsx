import { picturesOf } from "@/lib/pictures";
import { photoWords } from "@/shared/listings/listing-words";
import type { Product } from "@/shared/listings/types";
import { Gallery } from "@/ui/gallery";
import { ProductDetails } from "./product-details";
import { PRODUCT_GRID } from "./product-view";
import { AboutTabs } from "./tabs";

export function ProductAsSeen({ product }: { product: Product }) {
  return (
    <div className={PRODUCT_GRID}>
      <Gallery pictures={picturesOf(product)} alt={photoWords(product)} thumbnails="left" />
      <div className="grid gap-5 md:row-span-2">
        <ProductDetails product={product} />
      </div>
      <AboutTabs product={product} />
    </div>
  );
}
