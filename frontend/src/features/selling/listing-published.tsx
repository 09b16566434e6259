import { useLingui } from "@lingui/react";
import { Copy, Share2 } from "lucide-react";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { icon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { showToast } from "@/ui/toast-store";
import type { Listing } from "./api";
import type { DrawCard } from "./preview";

export function Listed({ listing, drawCard }: { listing: Listing; drawCard: DrawCard }) {
  const { i18n } = useLingui();
  const path = listing.auction ? paths.auction(listing.auction.id) : paths.product(listing.id);
  const address = window.location.origin + path;
  const waits = listing.status === "pending";
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    );
    showToast(
      isCopied
        ? { title: i18n.t("Link copied"), tone: "good" }
        : { title: i18n.t("The link could not be copied"), text: address, tone: "bad" },
    );
  };
  const share = () =>
    navigator.share({ title: `${listing.brand} ${listing.name}`, url: address }).catch(() => undefined);
  return (
    <div className="grid items-start gap-8 md:grid-cols-[300px_minmax(0,1fr)] md:gap-14">
      <div className="max-md:order-2 max-md:max-w-75">{drawCard(listing)}</div>
      <div className="grid max-w-[52ch] gap-5">
        <h1 className="text-h1">{waits ? i18n.t("Your listing is being checked") : i18n.t("Your bottle is listed")}</h1>
        <p className="text-ink-2">
          {waits
            ? i18n.t("It goes public once it has been checked.")
            : i18n.t("Everybody can see it now, at this address.")}
        </p>
        <p className="break-all border-y border-line py-3 text-small">{address}</p>
        <div className="flex flex-wrap gap-3">
          <Button asChild>
            <Link to={path}>{i18n.t("View listing")}</Link>
          </Button>
          <Button tone="line" onClick={() => void copy()}>
            <Copy {...icon} />
            {i18n.t("Copy link")}
          </Button>
          {typeof navigator.share === "function" && (
            <Button tone="line" onClick={() => void share()}>
              <Share2 {...icon} />
              {i18n.t("Share")}
            </Button>
          )}
        </div>
        <p className="flex flex-wrap gap-x-6 gap-y-1">
          <Link className="link inline-flex min-h-11 items-center" to={paths.list}>
            {i18n.t("List another bottle")}
          </Link>
          <Link className="link inline-flex min-h-11 items-center" to={paths.dashboard}>
            {i18n.t("Seller Dashboard")}
          </Link>
        </p>
      </div>
    </div>
  );
}
