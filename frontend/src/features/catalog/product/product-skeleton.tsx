import { useLingui } from "@lingui/react";
import { GallerySkeleton } from "@/ui/gallery";
import { Skeleton } from "@/ui/skeleton";
import { Breadcrumb, PRODUCT_GRID } from "./product-view";

export function ProductSkeleton() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="wrap">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Breadcrumb />
      <div className={PRODUCT_GRID}>
        <GallerySkeleton thumbnails="left" />
        <div className="grid content-start gap-4">
          <Skeleton className="w-1/4" />
          <Skeleton className="h-12 w-3/4" />
          <Skeleton className="h-10 w-1/3" />
          <Skeleton className="h-32" />
          <Skeleton className="h-40" />
        </div>
      </div>
    </div>
  );
}
