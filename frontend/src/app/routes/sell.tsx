/** The seller's page for listing a perfume as an auction. */
import { useLingui } from "@lingui/react";
import { useNavigate } from "react-router-dom";
import { SellForm } from "@/features/catalog/sell/sell-form";
import { paths } from "@/lib/paths";
import { useCurrentUser } from "@/lib/session";
import { usePageTitle } from "../page-title";

export function SellPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const navigate = useNavigate();
  const title = i18n.t("Sell by auction");
  usePageTitle(title);
  return (
    <div className="wrap pt-4 md:pt-8">
      <h1 className="mb-8 text-h1">{title}</h1>
      <SellForm
        seller={user?.username ?? ""}
        onPublished={(product) =>
          navigate(product.auction ? paths.auction(product.auction.id) : paths.product(product.id))
        }
      />
    </div>
  );
}
