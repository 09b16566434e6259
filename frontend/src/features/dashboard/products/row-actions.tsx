import { useLingui } from "@lingui/react";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Link } from "@/ui/link";
import { Menu, MenuItem } from "@/ui/menu";
import type { Listing } from "../api";

export type RowAction = "delete" | "archive" | "restore" | "relist" | "sold" | "duplicate" | "appeal" | "offer";

const ALLOWED: Record<string, RowAction[]> = {
  featured: ["offer", "sold", "archive", "duplicate"],
  active: ["offer", "sold", "archive", "duplicate"],
  pending: ["archive", "duplicate"],
  ended: ["relist", "archive", "duplicate"],
  sold: ["relist", "duplicate"],
  archived: ["restore", "relist", "duplicate"],
  removed: ["appeal"],
};

interface Props {
  listing: Listing;
  status: string;
  editTo: string;
  onDo: (action: RowAction) => void;
}

export function RowActions({ listing, status, editTo, onDo }: Props) {
  const { i18n } = useLingui();
  const { name } = listing;
  const words: Record<RowAction, string> = {
    delete: i18n.t("Delete"),
    archive: i18n.t("Archive"),
    restore: i18n.t("Restore"),
    relist: i18n.t("List again"),
    sold: i18n.t("Mark as sold"),
    duplicate: i18n.t("Duplicate"),
    appeal: i18n.t("Appeal"),
    offer: i18n.t("Offer to all who saved it"),
  };
  const more = (ALLOWED[status] ?? []).filter((action) =>
    action === "offer"
      ? listing.listingType === "negotiable"
      : !(listing.auction && ["sold", "restore"].includes(action)),
  );
  const trigger = (
    <IconButton label={i18n.t("More for {name}", { name })}>
      <Ellipsis {...icon} />
    </IconButton>
  );
  return (
    <div className="flex justify-end">
      {!["removed", "sold", "ended"].includes(status) && (
        <Link
          to={editTo}
          aria-label={i18n.t("Edit {name}", { name })}
          className="inline-grid size-11 flex-none place-items-center rounded-1 text-ink hover:bg-wash active:bg-wash-2"
        >
          <Pencil {...icon} />
        </Link>
      )}
      {status !== "removed" && (
        <IconButton label={i18n.t("Delete {name}", { name })} onClick={() => onDo("delete")}>
          <Trash2 {...icon} />
        </IconButton>
      )}
      <Menu trigger={trigger} title={name}>
        {more.map((action) => (
          <MenuItem key={action} onSelect={() => onDo(action)}>
            {words[action]}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}
