/** What a shop says of itself, and what is known about it. */
import { useLingui } from "@lingui/react";
import { BadgeCheck, Check, ChevronDown } from "lucide-react";
import { monthAndYear } from "@/lib/time";
import { icon, smallIcon } from "@/ui/icon";
import type { Seller } from "./api";

export function AboutShop({ seller, products }: { seller: Seller; products: number | undefined }) {
  const { i18n } = useLingui();
  return (
    <div className="wrap">
      <div className="grid gap-6 pt-5 pb-7 md:pt-8 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <section>
          <h2 className="sr-only">{i18n.t("About")}</h2>
          <p className="serif max-w-[52ch] whitespace-pre-line break-words text-quote leading-[1.35] max-md:text-lead">
            {seller.bio || i18n.t("This seller has not written about themselves yet.")}
          </p>
        </section>
        {seller.isVerified && <VerifiedSeal />}
      </div>
      <dl className="mb-7 grid grid-cols-2 border-y border-line lg:max-w-1/2">
        <Stat name={i18n.t("Products")}>{products ?? "–"}</Stat>
        <Stat name={i18n.t("Member Since")}>{monthAndYear(seller.createdAt, i18n.locale)}</Stat>
      </dl>
    </div>
  );
}

function Stat({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className="border-line px-5 py-3.5 first:pl-0 not-first:border-l">
      <dt className="text-meta text-ink-3">{name}</dt>
      <dd className="text-lead font-semibold">{children}</dd>
    </div>
  );
}

/** The seal opens what stands behind it. */
function VerifiedSeal() {
  const { i18n } = useLingui();
  const criteria = [
    i18n.t("Identity verified"),
    i18n.t("At least 5 orders delivered"),
    i18n.t("Rating of at least 4.5"),
    i18n.t("Community guidelines followed"),
    i18n.t("Payment methods confirmed"),
  ];
  return (
    <details className="group self-start border-y border-line">
      <summary className="flex min-h-11 list-none items-center justify-between gap-4">
        <span className="inline-flex items-center gap-1.5 font-semibold text-pandan">
          <BadgeCheck {...icon} />
          {i18n.t("Verified seller")}
        </span>
        <ChevronDown {...smallIcon} className="group-open:rotate-180" />
      </summary>
      <ul className="pb-3">
        {criteria.map((criterion) => (
          <li key={criterion} className="flex items-center gap-2 py-1 text-small">
            <Check {...smallIcon} className="flex-none text-pandan" />
            {criterion}
          </li>
        ))}
      </ul>
    </details>
  );
}
