import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { ListingCard, ListingCardSkeleton } from "@/shared/listings/card/listing-card";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { ErrorState } from "@/ui/error-state";
import { newestQuery } from "../api";
import { recentListings } from "./newest-products";
import { SectionHead } from "./section-head";

const ROW = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-5 md:gap-y-8 min-[1181px]:grid-cols-6";

export function RecentListings() {
  const { i18n } = useLingui();
  const query = useQuery(newestQuery("listing"));
  const { error, refetch } = query;
  const data = useDeferredValue(query.data);
  return (
    <section aria-labelledby="recent-listings" className="wrap section-gap">
      <SectionHead id="recent-listings" title={i18n.t("Recent Listings")} to={paths.products} />
      {!data && !error && (
        <div className={ROW}>
          {["a", "b", "c", "d", "e", "f"].map((key) => (
            <ListingCardSkeleton key={key} />
          ))}
        </div>
      )}
      {error && (
        <ErrorState
          heading="h3"
          title={i18n.t("The bottles did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Row products={recentListings(data)} />}
    </section>
  );
}

function Row({ products }: { products: Product[] }) {
  const { i18n } = useLingui();
  if (products.length === 0) {
    return <p className="py-8 text-ink-2">{i18n.t("No regular listings available at the moment.")}</p>;
  }
  return (
    <div className={ROW}>
      {products.map((product) => (
        <ListingCard key={product.id} product={product} dense />
      ))}
    </div>
  );
}
