/** Orders, as long as there are none. */
import { useLingui } from "@lingui/react";
import { paths } from "@/lib/paths";
import { Button } from "@/ui/button";
import { EmptyState } from "@/ui/empty-state";
import { Link } from "@/ui/link";

export function NoOrders() {
  const { i18n } = useLingui();
  return (
    <EmptyState drawing="label" title={i18n.t("No orders yet")} action={<ToShop>{i18n.t("Start Shopping")}</ToShop>}>
      {i18n.t("What you buy appears here, step by step.")}
    </EmptyState>
  );
}

function ToShop({ children }: { children: string }) {
  return (
    <Button asChild>
      <Link to={paths.products}>{children}</Link>
    </Button>
  );
}
