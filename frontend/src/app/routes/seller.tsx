/** `/sellers/{id}`: a shop as everybody sees it; its owner may change it here. */
import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams, useSearchParams } from "react-router-dom";
import { catalogueQuery, PAGE_SIZE, type Page } from "@/features/catalog/api";
import { Lot, LotSkeleton } from "@/features/catalog/lot";
import { AboutShop } from "@/features/sellers/about-shop";
import { type Seller, sellerQuery } from "@/features/sellers/api";
import { ShopHead } from "@/features/sellers/shop-head";
import { messageFor } from "@/lib/messages";
import { paths } from "@/lib/paths";
import { coverOf } from "@/lib/photos";
import { asRefusal } from "@/lib/refusal";
import { useCurrentUser } from "@/lib/session";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Pager } from "@/ui/pager";
import { Skeleton } from "@/ui/skeleton";
import { usePageTitle } from "../page-title";

const SIX = ["a", "b", "c", "d", "e", "f"];
const GRID = "grid grid-cols-2 gap-x-3 gap-y-7 md:grid-cols-3 md:gap-x-6 md:gap-y-10 lg:grid-cols-4";

export function SellerPage() {
  const { i18n } = useLingui();
  const { id = "" } = useParams();
  const known = /^\d{1,15}$/.test(id);
  const { data, error, isLoading, refetch } = useQuery({ ...sellerQuery(Number(id)), enabled: known });
  usePageTitle(data && (data.shopName || data.username));
  if (isLoading) return <Waiting />;
  if (data) return <Shop key={data.id} seller={data} />;
  if (known && error && asRefusal(error).status !== 404) {
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
  const { user } = useCurrentUser();
  const [params] = useSearchParams();
  const page = Math.max(1, Number(params.get("page")) || 1);
  const first = useQuery(catalogueQuery({ sellerId: seller.id, page: 1 }));
  const photos = (first.data?.products ?? []).map(coverOf).filter((photo) => photo !== null);
  return (
    <>
      <ShopHead seller={seller} photos={[...new Set(photos)]} owner={user?.id === seller.id ? user : null} />
      <AboutShop seller={seller} products={first.data?.total} />
      <Listings seller={seller} page={page} />
    </>
  );
}

function Listings({ seller, page }: { seller: Seller; page: number }) {
  const { i18n } = useLingui();
  const { data, error, isPending, refetch } = useQuery(catalogueQuery({ sellerId: seller.id, page }));
  return (
    <section aria-labelledby="listings" className="wrap">
      <h2 id="listings" className="mb-5 border-t border-ink pt-4 text-h3">
        {i18n.t("Listings")}
      </h2>
      {isPending && (
        <div className={GRID}>
          {SIX.map((place) => (
            <LotSkeleton key={place} />
          ))}
        </div>
      )}
      {error && (
        <ErrorState
          heading="h3"
          title={i18n.t("The shelf did not load")}
          text={i18n.t("Failed to load products. Please try again later.")}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Shelf seller={seller} page={page} data={data} />}
    </section>
  );
}

function Shelf({ seller, page, data }: { seller: Seller; page: number; data: Page }) {
  const { i18n } = useLingui();
  if (data.products.length === 0) {
    return (
      <EmptyState drawing="shelf" heading="h3" title={i18n.t("Nothing on the shelf")} className="pt-2">
        {i18n.t("What this seller lists appears here.")}
      </EmptyState>
    );
  }
  return (
    <>
      <div className={GRID}>
        {data.products.map((product) => (
          <Lot key={product.id} product={product} heading="h3" />
        ))}
      </div>
      <div className="mt-12">
        <Pager
          page={page}
          pages={Math.ceil(data.total / PAGE_SIZE)}
          to={(wanted) => `${paths.seller(seller.id)}?page=${wanted}`}
        />
      </div>
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
        <div className={`${GRID} pt-10`}>
          {SIX.map((place) => (
            <LotSkeleton key={place} />
          ))}
        </div>
      </div>
    </div>
  );
}
