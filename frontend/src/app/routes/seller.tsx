import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router-dom";
import { AboutShop } from "@/features/sellers/about-shop";
import { type Seller, sellerQuery } from "@/features/sellers/api";
import { shopFiguresQuery } from "@/features/sellers/listings-api";
import { ListingSkeletons, SellerListings } from "@/features/sellers/seller-listings";
import { ShopHead } from "@/features/sellers/shop-head";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { reviewsQuery } from "@/shared/reviews/reviews";
import { useCurrentUser } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";

export function SellerPage() {
  const { i18n } = useLingui();
  const { id = "" } = useParams();
  const isValidId = /^\d{1,15}$/.test(id);
  const { data, error, isLoading, refetch } = useQuery({ ...sellerQuery(Number(id)), enabled: isValidId });
  usePageTitle(data && (data.shopName || data.username));
  if (isLoading) return <Waiting />;
  if (data) return <Shop key={data.id} seller={data} />;
  if (isValidId && error && asRefusal(error).status !== 404) {
    return (
      <div className="wrap py-8">
        <ErrorState
          heading="h1"
          title={i18n.t("This shop did not load")}
          text={messageFor(error).text}
          onRetry={() => void refetch()}
        />
      </div>
    );
  }
  return <NoSuchSeller />;
}

function Shop({ seller }: { seller: Seller }) {
  const { user, isGuest } = useCurrentUser();
  const { data: figures } = useQuery(shopFiguresQuery(seller.id));
  const { data: reviews } = useQuery(reviewsQuery(seller.id));
  return (
    <>
      <ShopHead
        seller={seller}
        photos={[...new Set(figures?.photos ?? [])]}
        owner={user?.id === seller.id ? user : null}
        isGuest={isGuest}
        reviews={reviews}
      />
      <AboutShop seller={seller} facts={figures} />
      <SellerListings
        sellerId={seller.id}
        counts={{ active: figures?.products, sold: figures?.sold, reviews: reviews?.total }}
      />
    </>
  );
}

function NoSuchSeller() {
  const { i18n } = useLingui();
  usePageTitle(i18n.t("Seller Not Found"));
  const browse = (
    <Button asChild>
      <Link to={paths.products}>{i18n.t("Browse Products")}</Link>
    </Button>
  );
  return (
    <div className="wrap">
      <EmptyState drawing="label" heading="h1" title={i18n.t("Seller Not Found")} action={browse}>
        {i18n.t("The shop may have moved or closed.")}
      </EmptyState>
    </div>
  );
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-33 rounded-none md:h-55" />
      <div className="wrap grid gap-4 pt-6">
        <Skeleton className="h-10 w-1/3" />
        <Skeleton className="w-1/4" />
        <div className="pt-10">
          <ListingSkeletons />
        </div>
      </div>
    </div>
  );
}
