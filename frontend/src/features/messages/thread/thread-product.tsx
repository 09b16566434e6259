import { useLingui } from "@lingui/react";
import { ShieldCheck } from "lucide-react";
import { bottleName } from "@/shared/listings/listing-words";
import { paths } from "@/shared/navigation/paths";
import { cn } from "@/ui/class-names";
import { icon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import type { Conversation } from "../api";
import type { DealNow } from "../deal/use-deal";
import { AuctionNow } from "./auction-now";
import { DealProgress, StepNow } from "./deal-progress";

type Product = Conversation["product"];

export function ThreadProduct({ product, deal, className }: { product: Product; deal?: DealNow; className?: string }) {
  if (!product) return null;
  return (
    <Link
      to={paths.product(product.id)}
      className={cn(
        "flex items-center gap-3 bg-wash px-4 py-2 no-underline focus-visible:-outline-offset-2 md:px-6",
        className,
      )}
    >
      <Photo src={product.imageUrl} alt="" ratio="aspect-[4/5]" className="w-9 flex-none" />
      <span className="grid min-w-0 flex-1">
        <span className="serif truncate text-lead">{bottleName(product.name)}</span>
        {deal && deal.progress < 4 ? <StepNow progress={deal.progress} /> : <ProductState status={product.status} />}
      </span>
      {deal ? <Price ringgit={deal.amount} size="detail" /> : <PriceNow product={product} />}
    </Link>
  );
}

export function ProductPanel({ product, deal }: { product: Product; deal?: DealNow }) {
  const { i18n } = useLingui();
  return (
    <aside
      aria-label={i18n.t("About this conversation")}
      className="hidden min-h-0 grid-cols-[minmax(0,1fr)] content-start gap-6 overflow-y-auto border-l border-line p-6 lg:grid"
    >
      {product && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-3 border-b border-line pb-6">
          <Link to={paths.product(product.id)} aria-label={bottleName(product.name)}>
            <Photo src={product.imageUrl} alt="" sizes="268px" ratio="aspect-[5/4]" />
          </Link>
          <Link to={paths.product(product.id)} className="serif break-words text-h3 no-underline hover:underline">
            {bottleName(product.name)}
          </Link>
          {deal ? (
            <p className="flex items-baseline justify-between gap-3">
              <Price ringgit={deal.amount} size="detail" />
              {deal.progress > 0 && <span className="text-small text-ink-3">{i18n.t("agreed")}</span>}
            </p>
          ) : (
            <PriceNow product={product} />
          )}
          <ProductState status={product.status} />
        </div>
      )}
      {deal && <DealProgress progress={deal.progress} />}
      <div className="grid gap-2">
        <h3 className="flex items-center gap-3 font-sans text-small font-semibold tracking-normal">
          <ShieldCheck {...icon} />
          {i18n.t("Stay safe")}
        </h3>
        <p className="text-small text-ink-2">
          {i18n.t(
            "Keep the whole conversation here. Wangi never asks for your password or a one-time code in a message.",
          )}
        </p>
      </div>
    </aside>
  );
}

function PriceNow({ product: { id, price, listingType } }: { product: NonNullable<Product> }) {
  return listingType === "auction" ? (
    <AuctionNow productId={id} price={price} />
  ) : (
    <Price ringgit={price} size="detail" />
  );
}

function ProductState({ status }: { status: string }) {
  const { i18n } = useLingui();
  if (status === "active" || status === "featured") return null;
  return (
    <span className="text-small text-ink-2">{status === "sold" ? i18n.t("Sold") : i18n.t("No longer available")}</span>
  );
}
