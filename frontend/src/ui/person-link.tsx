/** A seller's name, leading to their shop; who is gone has neither, and a name may be on its way still. */
import { useLingui } from "@lingui/react";
import { paths } from "@/lib/paths";
import { nameOf } from "@/lib/words/names";
import { Link } from "./link";

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
