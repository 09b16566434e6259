/** A listing in its first form: photographs, price, level, facts. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Link, Navigate, useParams } from "react-router-dom";
import { productQuery } from "@/features/catalog/api";
import { ProductView } from "@/features/catalog/product-view";
import { messageFor } from "@/lib/messages";
import { paths } from "@/lib/paths";
import { asRefusal } from "@/lib/refusal";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";
import { usePageTitle } from "../page-title";

export function ProductPage() {
  const { i18n } = useLingui();
  const { id = "" } = useParams();
  const known = /^\d{1,15}$/.test(id);
  const { data, error, isLoading, refetch } = useQuery({ ...productQuery(Number(id)), enabled: known });
  usePageTitle(data?.name);
  if (isLoading) return <Waiting />;
  if (data?.auction) return <Navigate to={paths.auction(data.auction.id)} replace />;
  if (data) return <ProductView product={data} />;
  if (known && error && asRefusal(error).status !== 404) {
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
  return <NoSuchProduct />;
}

function NoSuchProduct() {
  const { i18n } = useLingui();
  const all = (
    <Button asChild tone="line">
      <Link to={paths.products}>{i18n.t("Browse Products")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="shelf" heading="h1" title={i18n.t("Product Not Found")} action={all} />
    </div>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="wrap grid gap-8 pt-8 md:grid-cols-[7fr_5fr] md:gap-14">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="aspect-square h-auto" />
      <div className="grid content-start gap-4">
        <Skeleton className="w-1/4" />
        <Skeleton className="h-12 w-3/4" />
        <Skeleton className="h-10 w-1/3" />
        <Skeleton className="h-40" />
      </div>
    </div>
  );
}
