import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useParams, useSearchParams } from "react-router-dom";
import { ProductAsSeen } from "@/features/catalog/product/product-preview";
import { ownListing } from "@/features/selling/api";
import { loadStart, originOf } from "@/features/selling/form-start";
import { ListingForm } from "@/features/selling/listing-form";
import { Listed } from "@/features/selling/listing-published";
import { LockedEdit } from "@/features/selling/locked-edit";
import type { DrawCard } from "@/features/selling/preview";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { ListingCard } from "@/shared/listings/card/listing-card";
import { dashboardKey } from "@/shared/listings/listing-keys";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { useCurrentUser } from "@/shared/session/session";
import { ErrorState } from "@/ui/error-state";
import { Skeleton } from "@/ui/skeleton";

const drawPage: DrawCard = (listing) => <ProductAsSeen product={listing as Product} />;
const drawCard: DrawCard = (listing) => <ListingCard product={listing as Product} linked={false} />;

export function SellPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const origin = originOf(params, pathname.endsWith("/auction") ? "auction" : null);
  const title = origin.from === "edit" ? i18n.t("Edit listing") : i18n.t("Add New Product");
  usePageTitle(title);
  const { data, error, refetch } = useQuery({
    queryKey: ["selling", origin],
    queryFn: () => loadStart(origin),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const leave = (id: number) => navigate(origin.from === "edit" ? paths.dashboard : paths.listed(id));
  return (
    <div className="wrap pt-4 md:pt-8">
      {error && (
        <ErrorState
          heading="h1"
          title={i18n.t("This listing did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Waiting title={title} />}
      {data && user && data.editing && (data.terms?.bidCount ?? 0) > 0 && (
        <LockedEdit listing={data.editing} onDone={(listing) => void leave(listing.id)} />
      )}
      {data && user && !(data.editing && (data.terms?.bidCount ?? 0) > 0) && (
        <ListingForm
          key={JSON.stringify(origin)}
          title={title}
          start={data}
          seller={user}
          drawCard={drawCard}
          drawPage={drawPage}
          onPublished={(listing) => void leave(listing.id)}
        />
      )}
    </div>
  );
}

export function ListedPage() {
  const { i18n } = useLingui();
  const { id = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: [...dashboardKey, "listed", id],
    queryFn: () => ownListing(Number(id)),
  });
  usePageTitle(i18n.t("Your bottle is listed"));
  return (
    <div className="wrap py-8 md:py-12">
      {error && (
        <ErrorState
          heading="h1"
          title={i18n.t("This listing did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Waiting title={i18n.t("Your bottle is listed")} />}
      {data && <Listed listing={data} drawCard={drawCard} />}
    </div>
  );
}

function Waiting({ title }: { title: string }) {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid gap-6">
      <h1 className="text-h1">{title}</h1>
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-11" />
      <div className="grid gap-5 md:grid-cols-2">
        {["a", "b", "c", "d"].map((key) => (
          <Skeleton key={key} className="h-16" />
        ))}
      </div>
      <Skeleton className="h-40" />
    </div>
  );
}
