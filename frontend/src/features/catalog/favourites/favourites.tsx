import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp } from "lucide-react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatRinggit, toSen } from "@/lib/money";
import { formatDate } from "@/lib/time/time";
import { ListingCard } from "@/shared/listings/card/listing-card";
import { ListingCardSkeletons } from "@/shared/listings/card/listing-card-skeleton";
import { priceNow } from "@/shared/listings/listing-words";
import type { Favourite } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { favouritesQuery } from "./api";
import { SavedSearches } from "./saved-searches";

const GRID = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4";

export function Kept() {
  const { i18n } = useLingui();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12 pt-6 md:pt-8">
      <section aria-labelledby="kept">
        <h2 id="kept" className="mb-4 text-h3">
          {i18n.t("Saved bottles")}
        </h2>
        <Bottles />
      </section>
      <SavedSearches />
    </div>
  );
}

function Bottles() {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(favouritesQuery);
  if (isPending) return <ListingCardSkeletons count={4} className={GRID} />;
  if (error) {
    return (
      <ErrorState
        heading="h3"
        title={i18n.t("The bottles did not load")}
        text={messageFor(error).text}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.length === 0) return <NothingKept />;
  return (
    <div className={GRID}>
      {data.map((product) => (
        <ListingCard key={product.id} product={product}>
          <Since product={product} />
        </ListingCard>
      ))}
    </div>
  );
}

function NothingKept() {
  const { i18n } = useLingui();
  const explore = (
    <Button asChild>
      <Link to={paths.products}>{i18n.t("Explore Products")}</Link>
    </Button>
  );
  return (
    <EmptyState drawing="shelf" heading="h3" title={i18n.t("No favorites yet")} action={explore} className="pt-2">
      {i18n.t("Bottles you save appear here, with the price they had then.")}
    </EmptyState>
  );
}

function Since({ product }: { product: Favourite }) {
  const { i18n } = useLingui();
  const difference = (toSen(priceNow(product)) - toSen(product.priceWhenAdded)) / 100;
  const saved = i18n.t("Saved {date}", { date: formatDate(product.addedAt) });
  if (difference === 0) return <p className="text-meta text-ink-3">{saved}</p>;
  const amount = formatRinggit(Math.abs(difference));
  const [Arrow, words] =
    difference < 0
      ? ([ArrowDown, i18n.t("{amount} less than when you saved it", { amount })] as const)
      : ([ArrowUp, i18n.t("{amount} more than when you saved it", { amount })] as const);
  return (
    <div className="text-meta">
      <p className={cn("flex items-start gap-1 font-medium", difference < 0 ? "text-pandan" : "text-ink-2")}>
        <Arrow {...smallIcon} className="mt-0.5 flex-none" />
        {words}
      </p>
      <p className="text-ink-3">{saved}</p>
    </div>
  );
}
