import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatRinggit, toRinggit } from "@/lib/money";
import { coverPictureOf } from "@/lib/pictures";
import { serverNow } from "@/lib/time/now";
import { formatDate } from "@/lib/time/time";
import { boostPaths } from "@/shared/boosts/boost-paths";
import { type Balance, balanceQuery, durationWords, type Package, typeTitle } from "@/shared/boosts/boosts";
import { isBoosted, type Listing } from "@/shared/listings/listing";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { Link } from "@/ui/link";
import { Notice } from "@/ui/notice";
import { Photo } from "@/ui/photo";
import { Price } from "@/ui/price";
import { DetailList } from "@/ui/table";
import { useOrder } from "./use-order";

interface Props {
  boostPackage: Package;
  products: Listing[];
  back: string;
}

export function OrderStep({ boostPackage, products, back }: Props) {
  const { i18n } = useLingui();
  const { data: wallet } = useQuery(balanceQuery);
  const [wanted, setWanted] = useState(true);
  const { send, trouble, busy } = useOrder(
    boostPackage,
    products.map(({ id }) => id),
  );
  const takes = (way: Balance["ways"][number]) => wallet?.ways.includes(way) ?? true;
  const credit = wanted && takes("wallet") ? Math.min(wallet?.balance ?? 0, boostPackage.price) : 0;
  const hasNoWay = credit !== boostPackage.price && !takes("bill");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pt-8 lg:grid-cols-[minmax(0,14fr)_minmax(0,10fr)] lg:gap-16 xl:max-w-270">
      <Summary boostPackage={boostPackage} products={products} credit={credit} />
      <div className="grid content-start gap-4">
        {wallet !== undefined && wallet.balance > 0 && takes("wallet") && (
          <Checkbox checked={wanted} disabled={busy} onChange={({ target }) => setWanted(target.checked)}>
            {i18n.t("Use wallet credit ({balance} available)", { balance: formatRinggit(toRinggit(wallet.balance)) })}
          </Checkbox>
        )}
        {hasNoWay ? (
          <Notice title={i18n.t("Online banking is off right now")}>
            {i18n.t("Orders that have a payment page already can still be paid. Please try again later.")}
          </Notice>
        ) : (
          <p className="max-w-[48ch] text-ink-2">
            {credit === boostPackage.price
              ? i18n.t("Your wallet pays for all of it. There is no payment page.")
              : i18n.t(
                  "You pay Wangi by FPX on the payment page. Online banking from all Malaysian banks. We keep no card or bank details.",
                )}
          </p>
        )}
        {trouble && (
          <Notice tone="bad" role="alert" title={trouble.title}>
            {trouble.text}
          </Notice>
        )}
        <Button size="large" wide busy={busy} disabled={hasNoWay} onClick={() => void send(credit > 0)}>
          {busy ? i18n.t("Processing...") : i18n.t("Proceed to Payment")}
        </Button>
        <Button asChild tone="line" wide>
          <Link to={back}>{i18n.t("Back")}</Link>
        </Button>
        <p className="text-meta text-ink-3">
          {i18n.t(
            "By paying you accept the boost terms. A removed listing gets the rest of its boost back as wallet credit.",
          )}{" "}
          <Link to={boostPaths.terms} className="link">
            {i18n.t("How boosts work")}
          </Link>
        </p>
      </div>
    </div>
  );
}

function Summary({ boostPackage, products, credit }: Omit<Props, "back"> & { credit: number }) {
  const { i18n } = useLingui();
  const packageWords = `${boostPackage.name} (${typeTitle(boostPackage.package_type)})`;
  return (
    <section aria-labelledby="summary" className="rounded-1 border border-line bg-surface p-5 md:p-7">
      <h2 id="summary" className="mb-3 text-h3">
        {i18n.t("Order summary")}
      </h2>
      <DetailList
        facts={[
          [i18n.t("Package"), packageWords],
          [i18n.t("Duration"), durationWords(boostPackage.duration_hours)],
          [i18n.t("Number of products"), boostPackage.item_count],
        ]}
      />
      <ul>
        {products.map((listing) => (
          <li key={listing.id} className="flex items-center gap-3 border-b border-line py-2">
            <Photo picture={coverPictureOf(listing)} sizes="40px" alt="" className="w-10 flex-none" />
            <span className="serif min-w-0 flex-1 truncate text-price">{listing.name}</span>
            <span className="whitespace-nowrap text-meta text-ink-3">
              {i18n.t("until {day}", { day: formatDate(endOf(listing, boostPackage.duration_hours)) })}
            </span>
          </li>
        ))}
      </ul>
      <dl className="grid gap-2 pt-4 text-small">
        {credit > 0 && (
          <>
            <Line name={i18n.t("Price")} amount={boostPackage.price} />
            <Line name={i18n.t("Wallet credit")} amount={-credit} />
          </>
        )}
        <div className="flex items-baseline justify-between gap-4 border-t border-dashed border-edge pt-3">
          <dt className="text-body font-semibold">{i18n.t("Total")}</dt>
          <dd>
            <Price ringgit={toRinggit(boostPackage.price - credit)} size="large" sen />
          </dd>
        </div>
      </dl>
    </section>
  );
}

function Line({ name, amount }: { name: string; amount: number }) {
  const formatted = formatRinggit(toRinggit(Math.abs(amount)));
  return (
    <div className="flex justify-between gap-4">
      <dt>{name}</dt>
      <dd className="num">{amount < 0 ? `−${formatted}` : formatted}</dd>
    </div>
  );
}

const HOUR_MS = 3_600_000;

function endOf(listing: Listing, hours: number): number {
  const now = serverNow();
  const begins = isBoosted(listing, now) ? Math.max(now, Date.parse(listing.featuredUntil ?? "") || 0) : now;
  return begins + hours * HOUR_MS;
}
