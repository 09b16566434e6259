import { useLingui } from "@lingui/react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { coverPictureOf } from "@/lib/pictures";
import { serverNow } from "@/lib/time/now";
import { formatDateTime } from "@/lib/time/time";
import { durationWords, type Package, sizeWords, typeTitle } from "@/shared/boosts/boosts";
import { isBoosted, type Listing, priceOf } from "@/shared/listings/listing";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { BoostBadge } from "../boost-badge";
import { toggleProduct } from "./steps";

interface Props {
  boostPackage: Package;
  listings: Listing[];
  chosen: number[];
  onChoose: (products: number[]) => void;
  onCancel: () => void;
  onContinue: () => void;
}

export function ProductsStep({ boostPackage, listings, chosen, onChoose, onCancel, onContinue }: Props) {
  const { i18n } = useLingui();
  const count = boostPackage.item_count;
  const [missing, enough] = [count - chosen.length, chosen.length >= count];
  return (
    <section aria-labelledby="package" className="max-w-180 pt-8">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="package" className="text-h3 wrap-anywhere">
            {boostPackage.name}
          </h2>
          <p className="text-ink-2">{packageLine(boostPackage)}</p>
        </div>
        <p role="status" className="whitespace-nowrap">
          {i18n.t("{selected} of {count} selected", { selected: chosen.length, count })}
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls can be reached by the keyboard */}
      <fieldset tabIndex={0} aria-labelledby="package" className="max-h-100 overflow-y-auto border-y border-edge">
        {listings.map((listing) => (
          <Row
            key={listing.id}
            listing={listing}
            checked={chosen.includes(listing.id)}
            disabled={enough && !chosen.includes(listing.id)}
            onChange={() => onChoose(toggleProduct(chosen, listing.id, count))}
          />
        ))}
      </fieldset>
      <Extended listings={listings.filter(({ id }) => chosen.includes(id))} boostPackage={boostPackage} />
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Button tone="line" onClick={onCancel}>
          {i18n.t("Cancel")}
        </Button>
        {missing > 0 && (
          <p id="missing" className="ml-auto text-meta text-ink-3">
            {i18n.t("{missing, plural, one {Select # more product.} other {Select # more products.}}", { missing })}
          </p>
        )}
        <Button disabled={missing !== 0} aria-describedby={missing > 0 ? "missing" : undefined} onClick={onContinue}>
          {i18n.t("Continue")}
        </Button>
      </div>
    </section>
  );
}

const packageLine = ({ package_type, item_count, duration_hours, price }: Package): string =>
  [typeTitle(package_type), sizeWords(item_count), durationWords(duration_hours), formatRinggit(toRinggit(price))].join(
    ", ",
  );

interface RowProps {
  listing: Listing;
  checked: boolean;
  disabled: boolean;
  onChange: () => void;
}

function Row({ listing, checked, disabled, onChange }: RowProps) {
  const { i18n } = useLingui();
  const { name, brand, volume, boostType } = listing;
  return (
    <Checkbox
      checked={checked}
      disabled={disabled}
      onChange={onChange}
      className="items-center gap-3 border-b border-line py-2.5 pr-3 last:border-b-0 [&>span]:flex-1"
    >
      <span className="grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1">
        <Photo picture={coverPictureOf(listing)} sizes="40px" alt="" className="row-span-2 w-10" />
        <span className="min-w-0">
          <span className="serif block truncate text-price">{name}</span>
          <span className="block truncate text-meta leading-[1.3] text-ink-3">
            {brand}, {volume} ml
          </span>
        </span>
        <Price ringgit={priceOf(listing)} size="row" />
        {isBoosted(listing, serverNow()) && (
          <span>
            <BoostBadge type={boostType}>{i18n.t("Currently Featured")}</BoostBadge>
          </span>
        )}
      </span>
    </Checkbox>
  );
}

function Extended({ listings, boostPackage }: { listings: Listing[]; boostPackage: Package }) {
  const { i18n } = useLingui();
  const featured = listings.filter((listing) => listing.featuredUntil && isBoosted(listing, serverNow()));
  return featured.map(({ id, name, featuredUntil }) => (
    <p key={id} className="mt-3 text-meta text-ink-3">
      {i18n.t("{name} is already featured until {until}. {duration} more are added to that.", {
        name,
        until: formatDateTime(featuredUntil ?? ""),
        duration: durationWords(boostPackage.duration_hours),
      })}
    </p>
  ));
}
