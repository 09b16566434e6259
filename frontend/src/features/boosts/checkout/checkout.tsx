import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { serverNow } from "@/lib/time/now";
import { packagesQuery } from "@/shared/boosts/boosts";
import { isOffered } from "@/shared/listings/listing";
import { ownListingsQuery } from "@/shared/listings/own-listings";
import { paths } from "@/shared/navigation/paths";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";
import { OrderStep } from "./order-step";
import { PackageStep } from "./package-step";
import { ProductsStep } from "./products-step";
import { StepRail } from "./step-rail";
import { addressOf, type Choice } from "./steps";

interface Props {
  user: User;
  choice: Choice;
}

export function Checkout({ user, choice }: Props) {
  const { i18n } = useLingui();
  return (
    <div className="wrap pt-5 md:pt-9">
      <BackLink choice={choice} />
      <h1 className="mb-6 text-h1 max-md:mb-4">{i18n.t("Boost Products")}</h1>
      <StepRail current={choice.step} />
      <Step user={user} choice={choice} />
    </div>
  );
}

function BackLink({ choice }: { choice: Choice }) {
  const { i18n } = useLingui();
  const [to, name] = {
    "select-package": [paths.dashboard, i18n.t("Seller Dashboard")],
    "select-products": [addressOf({ ...choice, step: "select-package" }), i18n.t("Packages")],
    checkout: [addressOf({ ...choice, step: "select-products" }), i18n.t("Products")],
  }[choice.step] as [string, string];
  return (
    <Link to={to} className="mb-1 inline-flex min-h-11 items-center gap-2 text-small text-ink-2">
      <ArrowLeft {...smallIcon} />
      {name}
    </Link>
  );
}

function Step({ user, choice }: Props) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const packages = useQuery(packagesQuery);
  const isFirst = choice.step === "select-package";
  const listings = useQuery({ ...ownListingsQuery(user.id), enabled: !isFirst && user.isSeller });
  if (packages.error) {
    return (
      <ErrorState
        title={isFirst ? i18n.t("Failed to fetch boost packages") : i18n.t("Failed to fetch package details")}
        text={i18n.t("Error loading boost packages. Please try again.")}
        onRetry={() => void packages.refetch()}
      />
    );
  }
  if (!isFirst && listings.error) {
    return (
      <ErrorState
        title={i18n.t("Failed to fetch products")}
        text={i18n.t("Error loading your products. Please try again.")}
        onRetry={() => void listings.refetch()}
      />
    );
  }
  if (packages.data === undefined || (!isFirst && user.isSeller && !listings.data)) return <Waiting />;
  if (packages.data === null) return <Notice className="mt-8" title={i18n.t("Boosts cannot be bought here yet.")} />;
  if (isFirst) return <PackageStep packages={packages.data} choice={choice} />;
  const chosen = packages.data.find(({ id }) => id === choice.packageId);
  if (!chosen) {
    return <GoBack title={i18n.t("Invalid package")} to={addressOf({ ...choice, step: "select-package" })} />;
  }
  const offered = (listings.data ?? []).filter((listing) => isOffered(listing, serverNow()));
  if (offered.length === 0) {
    return (
      <GoBack title={i18n.t("You don't have any active products to boost.")} to={paths.dashboard} drawing="shelf" />
    );
  }
  const wanted = choice.products.filter((id) => offered.some((listing) => listing.id === id));
  const now = { ...choice, products: wanted };
  if (choice.step === "select-products") {
    return (
      <ProductsStep
        boostPackage={chosen}
        listings={offered}
        chosen={wanted}
        onChoose={(products) => navigate(addressOf({ ...now, products }), { replace: true, preventScrollReset: true })}
        onCancel={() => navigate(paths.dashboard)}
        onContinue={() => navigate(addressOf({ ...now, step: "checkout" }))}
      />
    );
  }
  const products = offered.filter(({ id }) => wanted.includes(id));
  return <OrderStep boostPackage={chosen} products={products} back={addressOf({ ...now, step: "select-products" })} />;
}

function GoBack({ title, to, drawing = "tipped" }: { title: string; to: string; drawing?: "tipped" | "shelf" }) {
  const { i18n } = useLingui();
  const back = (
    <Button asChild tone="line">
      <Link to={to}>{i18n.t("Go Back")}</Link>
    </Button>
  );
  return <EmptyState drawing={drawing} title={title} action={back} role="alert" />;
}

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="grid min-h-120 content-start gap-4 pt-8">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="h-6 w-1/3" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  );
}
