import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { formatRinggit, toSen } from "@/lib/money";
import { coverPictureOf } from "@/lib/pictures";
import { serverNow } from "@/lib/time/now";
import { categoryName } from "@/shared/listings/categories";
import { priceOf, statusOf } from "@/shared/listings/listing";
import { removalReason } from "@/shared/listings/removal-reasons";
import { StatusBadge } from "@/shared/listings/status-badge";
import { paths } from "@/shared/navigation/paths";
import { floorsQuery } from "@/shared/offers/offers";
import { Checkbox } from "@/ui/choice";
import { Drop } from "@/ui/drop";
import { Link } from "@/ui/link";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { Cell } from "@/ui/table";
import type { Listing } from "../api";
import { bandOf, canBoost, linkTo } from "./order";
import { type RowAction, RowActions } from "./row-actions";

interface Props {
  listing: Listing;
  chosen: boolean;
  onChoose: (chosen: boolean) => void;
  onDo: (action: RowAction) => void;
}

const PHONE_ROW =
  "max-md:grid max-md:grid-cols-[24px_48px_minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-0.5 max-md:border-b max-md:border-line max-md:py-3";
const PHONE_CELL = "max-md:border-0 max-md:p-0";

export function ProductRow({ listing, chosen, onChoose, onDo }: Props) {
  const { name, brand, stockQuantity } = listing;
  const category = categoryName(listing.categoryId) ?? listing.category.name;
  const status = statusOf(listing, serverNow());
  return (
    <tr className={PHONE_ROW}>
      <Cell className={`${PHONE_CELL} max-md:row-span-2 max-md:self-center`}>
        <Choice listing={listing} status={status} chosen={chosen} onChoose={onChoose} />
      </Cell>
      <Cell className={`${PHONE_CELL} max-md:row-span-2 max-md:self-center`}>
        <Photo picture={coverPictureOf(listing)} sizes="48px" alt="" className="w-10 max-md:w-12" />
      </Cell>
      <Cell className={`${PHONE_CELL} wrap-anywhere md:min-w-40`}>
        {status === "removed" ? (
          <span className="serif text-price">{name}</span>
        ) : (
          <Link to={linkTo(listing)} className="serif text-price no-underline hover:underline">
            {name}
          </Link>
        )}
        <span className="block truncate text-meta leading-[1.3] text-ink-3 md:hidden">
          {brand}, {category}
        </span>
        {status === "removed" && <Reason listing={listing} />}
      </Cell>
      <Cell className="wrap-anywhere md:min-w-24 max-md:hidden">{brand}</Cell>
      <Cell className="text-ink-2 max-md:hidden">{category}</Cell>
      <Cell numeric className={PHONE_CELL}>
        <Price ringgit={priceOf(listing)} size="row" />
        <PriceWord listing={listing} />
        {listing.listingType === "negotiable" && <IdleFloor listing={listing} />}
      </Cell>
      <Cell numeric className="whitespace-nowrap max-md:hidden">
        <Stock stock={stockQuantity} />
      </Cell>
      <Cell className={`${PHONE_CELL} max-md:self-center`}>
        <StatusBadge status={status} />
      </Cell>
      <Cell className={`${PHONE_CELL} max-md:-mr-3`}>
        <RowActions listing={listing} status={status} editTo={paths.editListing(listing.id)} onDo={onDo} />
      </Cell>
    </tr>
  );
}

function Choice({ listing, status, chosen, onChoose }: Omit<Props, "onDo"> & { status: string }) {
  const { i18n } = useLingui();
  if (status === "featured") {
    return (
      <span className="inline-flex items-center gap-1.5 text-meta text-ink-3">
        <Drop />
        <span className="max-md:sr-only">{i18n.t("Boosted")}</span>
      </span>
    );
  }
  if (status === "removed") return null;
  const { name } = listing;
  const label = canBoost(listing, serverNow()) ? i18n.t("Boost {name}", { name }) : i18n.t("Select {name}", { name });
  return (
    <Checkbox
      aria-label={label}
      checked={chosen}
      onChange={({ target }) => onChoose(target.checked)}
      className="-m-3 p-3"
    >
      <span className="sr-only">{label}</span>
    </Checkbox>
  );
}

function PriceWord({ listing: { listingType, auction } }: { listing: Listing }) {
  const { i18n } = useLingui();
  const over = auction && (auction.status !== "active" || Date.parse(auction.endsAt) <= serverNow());
  const highest = over ? i18n.t("highest bid") : i18n.t("current bid");
  const bid = auction?.currentBid === null ? i18n.t("starting price") : highest;
  const word = auction ? bid : listingType === "negotiable" ? i18n.t("negotiable") : "";
  return <span className="block text-meta leading-[1.3] text-ink-3">{word}</span>;
}

function IdleFloor({ listing: { id, price } }: { listing: Listing }) {
  const { i18n } = useLingui();
  const { data } = useQuery(floorsQuery);
  const floor = data?.find(({ productId }) => productId === id)?.amount;
  if (floor === undefined || toSen(floor) < toSen(price)) return null;
  return (
    <span className="block max-w-[24ch] text-meta leading-[1.3] text-ambar md:ml-auto">
      {i18n.t("Your least price of {price} declines nothing now.", { price: formatRinggit(floor) })}
    </span>
  );
}

function Stock({ stock }: { stock: number }) {
  const { i18n } = useLingui();
  const words = { out: i18n.t("out"), low: i18n.t("low"), medium: i18n.t("medium"), good: i18n.t("good") };
  return (
    <>
      <span>{stock}</span> <span className="text-meta text-ink-3">{words[bandOf(stock)]}</span>
    </>
  );
}

function Reason({ listing: { removedReason } }: { listing: Listing }) {
  const { i18n } = useLingui();
  return (
    <span className="mt-1 block max-w-[40ch] text-meta leading-[1.3] text-ink-3">
      {removedReason ? i18n.t("Reason: {reason}", { reason: removalReason(removedReason) }) : i18n.t("By Wangi")}
    </span>
  );
}
