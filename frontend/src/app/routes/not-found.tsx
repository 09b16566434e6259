/** The screen of an address that leads nowhere. */
import { useLingui } from "@lingui/react";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/lib/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";

export function NotFoundPage() {
  const { i18n } = useLingui();
  const title = i18n.t("404 Page Not Found");
  usePageTitle(title);
  const home = (
    <Button asChild>
      <Link to={paths.home}>{i18n.t("Return Home")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="label" heading="h1" title={title} action={home}>
        <span className="block">
          {i18n.t("There is nothing at this address. The page may have moved, or the bottle has found a home.")}
        </span>
        <span className="mt-3 block text-meta text-ink-3">
          {i18n.t("Did you forget to add the page to the router?")}
        </span>
      </EmptyState>
    </div>
  );
}
