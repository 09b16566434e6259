import { useLingui } from "@lingui/react";
import { Archive, Flag, Heart, MessageSquare, Share2, Store } from "lucide-react";
import { useState } from "react";
import { formatRinggit } from "@/lib/money";
import { formatDate } from "@/lib/time/time";
import { useContact } from "@/shared/conversations/use-contact";
import { useFavourite } from "@/shared/favourites/use-favourite";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { SignInFirst } from "@/shared/session/sign-in-first";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { icon, smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { Price } from "@/ui/price";
import { showToast } from "@/ui/toast-store";
import { MakeOffer } from "./make-offer";
import { ReportDialog } from "./report";

const isOpen = ({ status, stockQuantity }: Product) =>
  (status === "active" || status === "featured") && stockQuantity > 0;

export function Actions({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { own, contact, buy } = useContact(product);
  const negotiable = product.listingType === "negotiable";
  return (
    <div className="grid gap-3">
      {own && <OwnListing />}
      {product.status === "sold" && <SoldNotice product={product} />}
      {!own && isOpen(product) && (
        <>
          <Button size="large" wide onClick={buy}>
            {i18n.t("Buy Now")}
          </Button>
          <div className="flex gap-2">
            {negotiable && <MakeOffer product={product} tone="line" />}
            <Button tone="line" className="flex-1" onClick={contact}>
              <MessageSquare {...icon} />
              {i18n.t("Contact Seller")}
            </Button>
          </div>
          <p className="text-meta text-ink-3">
            {i18n.t("Buy Now opens a message to the seller. You pay nothing until both of you confirm.")}
          </p>
        </>
      )}
      <SmallActions product={product} own={own} />
    </div>
  );
}

function OwnListing() {
  const { i18n } = useLingui();
  return (
    <Notice as={Store} title={i18n.t("This is your own product listing.")}>
      {i18n.t("Buyers see Buy Now and Contact Seller here.")}{" "}
      <Link to={paths.dashboard} className="link font-medium">
        {i18n.t("Go to your dashboard")}
      </Link>
    </Notice>
  );
}

function SoldNotice({ product: { soldAt, price } }: { product: Product }) {
  const { i18n } = useLingui();
  return (
    <Notice as={Archive} title={i18n.t("This bottle has found a home.")}>
      {soldAt && i18n.t("Sold on {date} for {price}.", { date: formatDate(soldAt), price: formatRinggit(price) })}
    </Notice>
  );
}

function SmallActions({ product, own }: { product: Product; own: boolean }) {
  const { i18n } = useLingui();
  const { kept: isSaved, count, isGuest, toggle } = useFavourite(product.id);
  const [dialog, setDialog] = useState<"report" | "sign-in" | null>(null);
  const watching = count ?? product.favourites ?? 0;
  const close = () => setDialog(null);
  return (
    <div className="-mx-3 flex flex-wrap items-center gap-x-1">
      {!own && (
        <Button
          tone="quiet"
          size="small"
          aria-pressed={isSaved}
          onClick={() => (isGuest ? setDialog("sign-in") : toggle())}
        >
          <Heart {...smallIcon} className={cn(isSaved && "fill-current")} />
          {isSaved ? i18n.t("Watching") : i18n.t("Watch")}
          {watching > 0 && (
            <span className="font-normal text-ink-3">{i18n.t("{watchers} watching", { watchers: watching })}</span>
          )}
        </Button>
      )}
      <Button tone="quiet" size="small" onClick={() => void shareListing(product.name, i18n.t("Link copied"))}>
        <Share2 {...smallIcon} />
        {i18n.t("Share")}
      </Button>
      {!own && (
        <Button tone="quiet" size="small" onClick={() => setDialog("report")}>
          <Flag {...smallIcon} />
          {i18n.t("Report")}
        </Button>
      )}
      {dialog === "report" && <ReportDialog productId={product.id} onClose={close} />}
      {dialog === "sign-in" && <SignInFirst name={product.name} onClose={close} />}
    </div>
  );
}

async function shareListing(title: string, copied: string): Promise<void> {
  const url = window.location.origin + window.location.pathname;
  if (navigator.share) return void (await navigator.share({ title, url }).catch(() => undefined));
  await navigator.clipboard?.writeText(url).catch(() => undefined);
  showToast({ title: copied, text: url });
}

export function PhoneBar({ product }: { product: Product }) {
  const { i18n } = useLingui();
  const { own, contact, buy } = useContact(product);
  if (own || !isOpen(product)) return null;
  const negotiable = product.listingType === "negotiable";
  return (
    <section
      aria-label={i18n.t("Buy")}
      data-page-bar=""
      className="fixed inset-x-0 bottom-0 z-45 flex items-center gap-2 border-t border-line bg-paper px-(--gutter) pt-2 pb-[calc(8px+env(safe-area-inset-bottom))] md:hidden"
    >
      <Price ringgit={product.price} size="detail" sen className="mr-auto text-h4" />
      <Button tone="line" aria-label={i18n.t("Contact Seller")} className="px-3" onClick={contact}>
        <MessageSquare {...icon} />
      </Button>
      {negotiable ? (
        <MakeOffer product={product} />
      ) : (
        <Button className="min-w-0 flex-1 basis-36" onClick={buy}>
          {i18n.t("Buy Now")}
        </Button>
      )}
    </section>
  );
}
