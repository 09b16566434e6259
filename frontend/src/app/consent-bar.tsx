import { useLingui } from "@lingui/react";
import { giveConsent } from "@/shared/analytics/consent";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

export function ConsentBar() {
  const { i18n } = useLingui();
  return (
    <section
      aria-label={i18n.t("Counting visits")}
      className="section-gap -mb-16 border-t border-line bg-wash md:-mb-24"
    >
      <div className="wrap flex flex-wrap items-center justify-between gap-x-8 gap-y-3 py-4">
        <p className="max-w-[72ch] text-small text-ink-2">
          {i18n.t(
            "May we count which pages are visited, to make Wangi better? Only we read it, nothing goes to anybody else, and until you say yes nothing is sent.",
          )}{" "}
          <Link to={paths.privacy} className="link text-ink">
            {i18n.t("Privacy Policy")}
          </Link>
        </p>
        <div className="flex gap-2">
          <Button tone="line" size="small" onClick={() => giveConsent("no")}>
            {i18n.t("No, thank you")}
          </Button>
          <Button tone="line" size="small" onClick={() => giveConsent("yes")}>
            {i18n.t("Yes, count")}
          </Button>
        </div>
      </div>
    </section>
  );
}
