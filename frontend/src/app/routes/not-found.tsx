import { useLingui } from "@lingui/react";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Drawing } from "@/ui/drawings";
import { Link } from "@/ui/link";

export function NotFoundPage() {
  const { i18n } = useLingui();
  const title = i18n.t("404 Page Not Found");
  usePageTitle(title);
  return (
    <div className="wrap py-8">
      <div className="grid max-w-[44ch] justify-items-start gap-3 py-10">
        <Drawing name="label" />
        <p className="serif text-h3 leading-[1.12]">{i18n.t("We can’t find this page.")}</p>
        <p className="text-ink-2">{i18n.t("It may have moved, or the bottle may have been sold.")}</p>
        <Button asChild>
          <Link to={paths.home}>{i18n.t("Return Home")}</Link>
        </Button>
        <div className="mt-5 text-meta text-ink-3">
          <h1>{title}</h1>
          <p>{i18n.t("Did you forget to add the page to the router?")}</p>
        </div>
      </div>
    </div>
  );
}
