import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import { bottleName } from "@/shared/listings/listing-words";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { staffPaths } from "../layout/staff-paths";
import { ListingState } from "../listings/listing-state";
import type { Reported } from "./api";

type Pair = Reported["samePictures"][number];

export function SamePictures({ pairs }: { pairs: Pair[] }) {
  const { i18n } = useLingui();
  if (pairs.length === 0) return null;
  return (
    <section aria-label={i18n.t("The same photograph elsewhere")} className="grid gap-3">
      <h2 className="text-h3">{i18n.t("The same photograph elsewhere")}</h2>
      <p className="max-w-[65ch] text-small text-ink-2">
        {i18n.t("They look alike; that says nothing of who took them. Compare both, and ask.")}
      </p>
      {pairs.map((pair) => (
        <div key={`${pair.productId} ${pair.otherProductId}`} className="grid gap-1 border-t border-line pt-3">
          <ul className="grid grid-cols-2 gap-3 md:max-w-110">
            <Side
              caption={i18n.t("Shown later")}
              imageUrl={pair.imageUrl}
              productId={pair.productId}
              sellerId={pair.sellerId}
              sellerUsername={pair.sellerUsername}
            />
            <Side
              caption={i18n.t("Shown first")}
              imageUrl={pair.otherImageUrl}
              productId={pair.otherProductId}
              sellerId={pair.otherSellerId}
              sellerUsername={pair.otherSellerUsername}
            />
          </ul>
          <p className="text-meta text-ink-3">
            {i18n.t("Found {date}. The two differ in {distance} of 64 bits.", {
              date: formatDateTime(Date.parse(pair.foundAt)),
              distance: String(pair.distance),
            })}
          </p>
        </div>
      ))}
    </section>
  );
}

interface SideProps {
  caption: string;
  imageUrl: string;
  productId: number;
  sellerId: number;
  sellerUsername: string;
}

function Side({ caption, imageUrl, productId, sellerId, sellerUsername }: SideProps) {
  const { i18n } = useLingui();
  return (
    <li className="grid content-start gap-1 text-small">
      <Photo src={imageUrl} alt={caption} ratio="aspect-[4/5]" sizes="(min-width: 768px) 210px, 45vw" />
      <b className="font-semibold">{caption}</b>
      <Link to={staffPaths.listing(productId)} className="link inline-flex min-h-6 items-center justify-self-start">
        {i18n.t("Listing {id}", { id: String(productId) })}
      </Link>
      <Link to={staffPaths.person(sellerId)} className="link inline-flex min-h-6 items-center justify-self-start">
        {sellerUsername || i18n.t("Seller {id}", { id: String(sellerId) })}
      </Link>
    </li>
  );
}

export function SameCode({ listings, code }: { listings: Reported["sameCode"]; code: string | null }) {
  const { i18n } = useLingui();
  if (listings.length === 0) return null;
  return (
    <section aria-label={i18n.t("The same batch code")} className="grid gap-1">
      <h2 className="text-h3">{i18n.t("The same batch code")}</h2>
      <p className="text-small text-ink-2">
        {i18n.t("Other sellers list {code} too. Bottles of one batch share it: compare the photographs.", {
          code: code ?? "",
        })}
      </p>
      <ul className="grid gap-1 text-small">
        {listings.map(({ productId, name, sellerId, sellerUsername, status }) => (
          <li key={productId} className="flex flex-wrap items-center gap-2">
            <Link
              to={staffPaths.listing(productId)}
              className="link inline-flex min-h-6 items-center justify-self-start"
            >
              {bottleName(name)}
            </Link>
            <Link to={staffPaths.person(sellerId)} className="link inline-flex min-h-6 items-center text-ink-2">
              {sellerUsername || i18n.t("Seller {id}", { id: String(sellerId) })}
            </Link>
            <ListingState status={status} />
          </li>
        ))}
      </ul>
    </section>
  );
}
