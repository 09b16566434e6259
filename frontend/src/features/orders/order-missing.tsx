import { useLingui } from "@lingui/react";
import { asRefusal } from "@/lib/calls/refusal";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Link } from "@/ui/link";

export function OrderMissing({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { i18n } = useLingui();
  const unknown = asRefusal(error).status === 404;
  const title = unknown ? i18n.t("Order not found") : i18n.t("The order did not load");
  usePageTitle(title);
  if (!unknown) {
    return (
      <div className="wrap py-8">
        <ErrorState heading="h1" title={title} text={messageFor(error).text} onRetry={onRetry} />
      </div>
    );
  }
  const back = (
    <Button asChild tone="line">
      <Link to={paths.profileTab("orders")}>{i18n.t("Your orders")}</Link>
    </Button>
  );
  return (
    <div className="wrap py-8">
      <EmptyState drawing="tipped" heading="h1" title={title} role="alert" action={back}>
        {i18n.t("An order is shown to its buyer and its seller alone.")}
      </EmptyState>
    </div>
  );
}
