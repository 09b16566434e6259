import { useLingui } from "@lingui/react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";

export function ProductMissing({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  const { i18n } = useLingui();
  const status = error ? asRefusal(error).status : 404;
  if (status === 404) {
    return (
      <Gone title={i18n.t("Product Not Found")}>
        {i18n.t("There is nothing at this address. The page may have moved, or the bottle has found a home.")}
      </Gone>
    );
  }
  if (status === 410) {
    return (
      <Gone title={i18n.t("This listing was removed")}>
        {i18n.t("The seller took it back, or it broke the rules of the shop. Other bottles are waiting.")}
      </Gone>
    );
  }
  return (
    <div className="wrap py-8">
      <ErrorState
        heading="h1"
        title={i18n.t("This bottle did not load")}
        text={messageFor(error).text}
        onRetry={onRetry}
      />
    </div>
  );
}

function Gone({ title, children }: { title: string; children: string }) {
  const { i18n } = useLingui();
  usePageTitle(title);
  const browse = (
    <Button asChild tone="line">
      <Link to={paths.products}>{i18n.t("Browse Products")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="shelf" heading="h1" title={title} action={browse}>
        {children}
      </EmptyState>
    </div>
  );
}
