import { useLingui } from "@lingui/react";
import { Gavel, Heart, LogOut, ShieldCheck, Store, UserRound } from "lucide-react";
import { paths } from "@/shared/navigation/paths";
import type { User } from "@/shared/session/session";
import { ownName } from "@/shared/users/names";
import { Avatar } from "@/ui/avatar";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Link } from "@/ui/link";
import { Menu, MenuItem, MenuLink, MenuRule } from "@/ui/menu";
import { useLeave } from "./use-leave";

export function AccountMenu({ user }: { user: User }) {
  const { i18n } = useLingui();
  const leave = useLeave();
  const trigger = (
    <IconButton label={i18n.t("My Account")} className="rounded-full">
      <Avatar name={ownName(user)} src={user.profileImage} size={28} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} title={i18n.t("My Account")}>
      <p className="px-4 pb-2 font-semibold">{user.username}</p>
      <MenuRule />
      <MenuLink>
        <Link to={paths.profile}>
          <UserRound {...icon} />
          {i18n.t("Profile")}
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to={paths.favourites}>
          <Heart {...icon} />
          {i18n.t("Favorites")}
        </Link>
      </MenuLink>
      <MenuLink>
        <Link to={paths.myBids}>
          <Gavel {...icon} />
          {i18n.t("My bids")}
        </Link>
      </MenuLink>
      {user.isSeller && (
        <MenuLink>
          <Link to={paths.dashboard}>
            <Store {...icon} />
            {i18n.t("Seller Dashboard")}
          </Link>
        </MenuLink>
      )}
      {(user.staffRole || user.waitsForSecondFactor) && (
        <MenuLink>
          <Link to={paths.admin}>
            <ShieldCheck {...icon} />
            {i18n.t("Admin Dashboard")}
          </Link>
        </MenuLink>
      )}
      <MenuRule />
      <MenuItem onSelect={() => void leave()}>
        <LogOut {...icon} />
        {i18n.t("Logout")}
      </MenuItem>
    </Menu>
  );
}
