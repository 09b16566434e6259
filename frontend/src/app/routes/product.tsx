/** `/products/{id}`: one listing; an auction is shown in its own room. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Navigate, useParams } from "react-router-dom";
import { productQuery } from "@/features/catalog/api";
import { Breadcrumb, PRODUCT_GRID, ProductView } from "@/features/catalog/product/product-view";
import { asRefusal } from "@/lib/calls/refusal";
import { paths } from "@/lib/paths";
import { messageFor } from "@/lib/words/messages";
import { bottleName } from "@/lib/words/names";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { GallerySkeleton } from "@/ui/gallery";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { usePageTitle } from "../page-title";

export function ProductPage() {
  const { i18n } = useLingui();
  const { id = "" } = useParams();
  const known = /^\d{1,15}$/.test(id);
  const { data: fetched, error, isLoading, refetch } = useQuery({ ...productQuery(Number(id)), enabled: known });
  // Drawn in small steps: the page answers meanwhile.
  const data = useDeferredValue(fetched);
  usePageTitle(data && bottleName(data.name));
  if (isLoading || (fetched && !data)) return <Waiting />;
  if (data?.auction) return <Navigate to={paths.auction(data.auction.id)} replace />;
  if (data) return <ProductView key={data.id} product={data} />;
  const status = known && error ? asRefusal(error).status : 404;
  if (status === 404) {
    return (
      <Gone title={i18n.t("Product Not Found")}>
        {i18n.t("There is nothing at this address. The page may have moved, or the bottle has found a home.")}
      </Gone>
    );
  }
  if (status === 410) {
    return (
      <Gone title={i18n.t("This listing was removed")}>
        {i18n.t("The seller took it back, or it broke the rules of the shop. Other bottles are waiting.")}
      </Gone>
    );
  }
  return (
    <div className="wrap py-8">
      <ErrorState
        heading="h1"
        title={i18n.t("This bottle did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

function Gone({ title, children }: { title: string; children?: string }) {
  const { i18n } = useLingui();
  usePageTitle(title);
  const all = (
    <Button asChild tone="line">
      <Link to={paths.products}>{i18n.t("Browse Products")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="shelf" heading="h1" title={title} action={all}>
        {children}
      </EmptyState>
    </div>
  );
}

function Waiting() {
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
