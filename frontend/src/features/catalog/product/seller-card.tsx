import { useLingui } from "@lingui/react";
import { BadgeCheck, ChevronDown, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { monthAndYear } from "@/lib/time/time";
import type { Product } from "@/shared/listings/types";
import { paths } from "@/shared/navigation/paths";
import { Stars } from "@/shared/reviews/stars";
import { VerificationPanel } from "@/shared/sellers/verification-panel";
import { nameOf } from "@/shared/users/names";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { icon, smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";

export function SellerCard({ product: { seller } }: { product: Product }) {
  const { i18n } = useLingui();
  if (!seller) return null;
  const { id, username, isDeleted, profileImage, createdAt } = seller;
  const verified = seller.isVerified || seller.is_verified;
  return (
    <article aria-label={i18n.t("Seller")} className="flex items-center gap-4 border border-line p-4">
      <Avatar name={username} src={profileImage} size={40} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5">
          <b className="break-words font-semibold">{nameOf(username, isDeleted)}</b>
          {verified && <TrustedBadge sellerId={id} />}
          {!verified && seller.isTrusted && <span className="text-small text-ink-2">{i18n.t("Trusted Seller")}</span>}
        </p>
        <p className="flex flex-wrap items-center gap-x-2.5 text-meta text-ink-3">
          <Stars of={seller} label={i18n.t("Rating")} />
          <span>
            {verified && `${i18n.t("Verified seller")}. `}
            {createdAt && i18n.t("Member since {month}", { month: monthAndYear(createdAt) })}
          </span>
        </p>
      </div>
      {!isDeleted && (
        <Button asChild tone="line" size="small">
          <Link to={paths.seller(id)}>{i18n.t("View Seller")}</Link>
        </Button>
      )}
    </article>
  );
}

function TrustedBadge({ sellerId }: { sellerId: number }) {
  const { i18n } = useLingui();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="-my-3 inline-flex min-h-11 items-center gap-1 text-small font-medium text-pandan hover:underline"
        onClick={() => setOpen(true)}
      >
        <BadgeCheck {...smallIcon} />
        {i18n.t("Trusted Seller")}
      </button>
      <Dialog open={open} title={i18n.t("What makes a verified seller")} onClose={() => setOpen(false)}>
        {open && <VerificationPanel sellerId={sellerId} />}
      </Dialog>
    </>
  );
}

export function BeforeYouPay() {
  const { i18n } = useLingui();
  const advice = [
    i18n.t("Ask for a photo with the seller’s username and today’s date on paper."),
    i18n.t("Compare the batch code on the glass with the one on the box. A matching code does not prove authenticity."),
    i18n.t("Keep talking here. If you are given a bank account, check it at Semak Mule first."),
  ];
  return (
    <details className="group border-y border-line">
      <summary className="flex min-h-11 list-none items-center gap-3 font-semibold">
        <ShieldCheck {...icon} className="flex-none" />
        {i18n.t("Before you pay")}
        <ChevronDown {...smallIcon} className="ml-auto group-open:rotate-180" />
      </summary>
      <ul className="grid list-disc gap-1.5 pb-4 pl-8 text-small text-ink-2">
        {advice.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
