import { useLingui } from "@lingui/react";
import { paths } from "@/shared/navigation/paths";
import { nameOf } from "@/shared/users/names";
import { Link } from "@/ui/link";

export function PersonLink({ seller }: { seller: { id: number; username: string; isDeleted: boolean } }) {
  const { i18n } = useLingui();
  const { id, username, isDeleted } = seller;
  if (isDeleted) return <>{nameOf(username, isDeleted)}</>;
  return (
    <Link to={paths.seller(id)} className="link">
      {username || i18n.t("See the shop")}
    </Link>
  );
}
