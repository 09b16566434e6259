import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, ChevronDown } from "lucide-react";
import { useState } from "react";
import type { Schemas } from "@/lib/calls/api-client";
import { monthAndYear } from "@/lib/time/time";
import { VerificationPanel } from "@/shared/sellers/verification-panel";
import { icon, smallIcon } from "@/ui/icon";
import type { Seller } from "./api";
import { figuresQuery } from "./listings-api";

interface Props {
  seller: Seller;
  facts: Schemas["CatalogShopHeadOut"] | undefined;
}

export function AboutShop({ seller, facts }: Props) {
  const { i18n } = useLingui();
  const { data: figures } = useQuery(figuresQuery(seller.id));
  const { satisfaction, shippingDays: days } = figures ?? {};
  return (
    <div className="wrap">
      <div className="grid gap-6 pt-5 pb-7 md:pt-8 lg:grid-cols-[7fr_5fr] lg:gap-16">
        <section>
          <h2 className="sr-only">{i18n.t("About")}</h2>
          <p className="serif max-w-[52ch] whitespace-pre-line break-words text-quote leading-[1.35] max-md:text-lead">
            {seller.bio || i18n.t("This seller has not written about themselves yet.")}
          </p>
        </section>
        {seller.isVerified && <VerifiedBadge sellerId={seller.id} />}
      </div>
      <dl className="mb-9 grid grid-cols-2 border-y border-line md:grid-cols-3 lg:grid-cols-5">
        <Stat name={i18n.t("Products")}>{facts?.products ?? "–"}</Stat>
        <Stat name={i18n.t("Orders delivered")}>{facts?.delivered ?? "–"}</Stat>
        <Figure name={i18n.t("Satisfaction Rate")}>{satisfaction != null && `${satisfaction}%`}</Figure>
        <Figure name={i18n.t("Shipping")}>
          {days != null && (days === 1 ? i18n.t("Within a day") : i18n.t("Within {days} days", { days }))}
        </Figure>
        <Stat name={i18n.t("Member Since")}>{monthAndYear(seller.createdAt)}</Stat>
      </dl>
    </div>
  );
}

function Stat({ name, quiet, children }: { name: string; quiet?: boolean; children: React.ReactNode }) {
  return (
    <div className="border-line px-4 py-3.5 first:pl-0 max-lg:border-b max-lg:pl-0 max-md:last:odd:col-span-2 lg:not-first:border-l lg:px-5">
      <dt className="text-meta text-ink-3">{name}</dt>
      <dd className={quiet ? "text-small text-ink-2" : "text-lead font-semibold"}>{children}</dd>
    </div>
  );
}

function Figure({ name, children }: { name: string; children: React.ReactNode }) {
  const { i18n } = useLingui();
  return (
    <Stat name={name} quiet={!children}>
      {children || i18n.t("Not enough sales yet")}
    </Stat>
  );
}

function VerifiedBadge({ sellerId }: { sellerId: number }) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <details
      className="group self-start border-y border-line"
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className="flex min-h-11 list-none items-center justify-between gap-4">
        <span className="inline-flex items-center gap-1.5 font-semibold text-pandan">
          <BadgeCheck {...icon} />
          {i18n.t("Verified seller")}
        </span>
        <ChevronDown {...smallIcon} className="group-open:rotate-180" />
      </summary>
      {open && <VerificationPanel sellerId={sellerId} />}
    </details>
  );
}
