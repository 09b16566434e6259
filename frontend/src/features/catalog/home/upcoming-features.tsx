import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { paths } from "@/shared/navigation/paths";
import { useIsProtected } from "@/shared/settings/marketplace-settings";
import { Badge } from "@/ui/badge";
import { Link } from "@/ui/link";

export function Upcoming() {
  const { i18n } = useLingui();
  const isProtected = useIsProtected();
  const escrow = {
    name: i18n.t("Escrow secure payments"),
    text: i18n.t("Money is held until the buyer has checked the parcel."),
  };
  return (
    <>
      <Part id="available" title={i18n.t("Available now")}>
        {isProtected && (
          <Line {...escrow}>
            <Way to={paths.guide}>{i18n.t("How it works")}</Way>
          </Line>
        )}
        <Line
          name={i18n.t("Authentication guide")}
          text={i18n.t("What to photograph, house by house, and where the batch code sits.")}
        >
          <Way to={paths.authentication}>{i18n.t("Read the guide")}</Way>
        </Line>
      </Part>
      <Part id="upcoming" title={i18n.t("Upcoming")}>
        <Line name={i18n.t("Swap market")} text={i18n.t("Propose your bottle for theirs, with or without cash.")}>
          <Soon />
        </Line>
        {!isProtected && (
          <Line {...escrow}>
            <Soon />
          </Line>
        )}
      </Part>
    </>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="wrap section-gap">
      <div className="grid gap-5 border-t border-line pt-8 lg:grid-cols-[4fr_8fr] lg:gap-14">
        <h2 id={id} className="text-h2">
          {title}
        </h2>
        <dl>{children}</dl>
      </div>
    </section>
  );
}

function Line({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 border-b border-line py-4 first:pt-0 md:grid-cols-[3fr_5fr_auto]">
      <dt className="serif text-h4">{name}</dt>
      <dd className="text-ink-2 max-md:order-last max-md:col-span-full">{text}</dd>
      <dd>{children}</dd>
    </div>
  );
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center">
      {children}
    </Link>
  );
}

function Soon() {
  const { i18n } = useLingui();
  return <Badge tone="plain">{i18n.t("Coming soon")}</Badge>;
}
