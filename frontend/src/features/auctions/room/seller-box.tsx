import { useLingui } from "@lingui/react";
import { useContact } from "@/shared/conversations/use-contact";
import { paths } from "@/shared/navigation/paths";
import { nameOf } from "@/shared/users/names";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import type { RoomProps } from "./room-props";

export function SellerBox({ auction: { product, startingPrice } }: Pick<RoomProps, "auction">) {
  const { i18n } = useLingui();
  const { own, contact } = useContact({ ...product, price: startingPrice });
  const { id, username, isDeleted, profileImage } = product.seller;
  return (
    <article
      aria-label={i18n.t("Seller")}
      className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-3 border border-line p-4"
    >
      <Avatar name={isDeleted ? "" : username} src={profileImage} size={40} />
      <div className="min-w-32 flex-1">
        <p className="text-meta text-ink-3">{i18n.t("Seller")}</p>
        <b className="break-words font-semibold">{nameOf(username, isDeleted)}</b>
      </div>
      {!isDeleted && (
        <div className="flex flex-wrap gap-2">
          {!own && (
            <Button tone="line" size="small" onClick={contact}>
              {i18n.t("Contact Seller")}
            </Button>
          )}
          <Button asChild tone="line" size="small">
            <Link to={paths.seller(id)}>{i18n.t("View Seller")}</Link>
          </Button>
        </div>
      )}
    </article>
  );
}
