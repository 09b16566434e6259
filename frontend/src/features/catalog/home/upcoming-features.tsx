/** Far down the home page: what is still to come, and what of it the operator has switched on. */
import { useLingui } from "@lingui/react";
import { useIsProtected } from "@/lib/page/flags";
import { Badge } from "@/ui/badge";

export function Upcoming() {
  const { i18n } = useLingui();
  const isProtected = useIsProtected();
  const plans: [string, string, boolean][] = [
    [i18n.t("Swap market"), i18n.t("Propose your bottle for theirs, with or without cash."), false],
    [i18n.t("Escrow secure payments"), i18n.t("Money is held until the buyer has checked the parcel."), isProtected],
    // The specification says "coming" of it (HOME-08). The guide has an address of its own, in the footer.
    [
      i18n.t("Authentication guide"),
      i18n.t("What to photograph, house by house, and where the batch code sits."),
      false,
    ],
  ];
  return (
    <section aria-labelledby="upcoming" className="wrap section-gap">
      <div className="grid gap-5 border-t border-line pt-8 lg:grid-cols-[4fr_8fr] lg:gap-14">
        <h2 id="upcoming" className="text-h2">
          {i18n.t("Upcoming")}
        </h2>
        <dl>
          {plans.map(([name, text, here]) => (
            <div
              key={name}
              className="grid grid-cols-[1fr_auto] items-center gap-x-6 gap-y-1 border-b border-line py-4 first:pt-0 md:grid-cols-[3fr_5fr_auto]"
            >
              <dt className="serif text-h4">{name}</dt>
              <dd className="text-ink-2 max-md:order-last max-md:col-span-full">{text}</dd>
              <dd>
                <Badge tone={here ? "good" : "plain"}>{here ? i18n.t("Available") : i18n.t("Coming soon")}</Badge>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
