import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { Navigate, useParams } from "react-router-dom";
import { productQuery } from "@/features/catalog/api";
import { ProductMissing } from "@/features/catalog/product/product-missing";
import { ProductSkeleton } from "@/features/catalog/product/product-skeleton";
import { ProductView } from "@/features/catalog/product/product-view";
import { usePageTitle } from "@/lib/page/page-title";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { WithChat } from "../chat";

export function ProductPage() {
  const { id = "" } = useParams();
  const isValidId = /^\d{1,15}$/.test(id);
  const { data: fetched, error, isLoading, refetch } = useQuery({ ...productQuery(Number(id)), enabled: isValidId });
  const data = useDeferredValue(fetched);
  usePageTitle(data && bottleName(data.name));
  if (isLoading || (fetched && !data)) return <ProductSkeleton />;
  if (data?.auction) return <Navigate to={paths.auction(data.auction.id)} replace />;
  if (data) {
    return (
      <WithChat key={data.id}>
        <ProductView product={data} />
      </WithChat>
    );
  }
  return <ProductMissing error={isValidId ? error : null} onRetry={() => void refetch()} />;
}
