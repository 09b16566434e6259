/** The menu behind the member's own picture. */
import { useLingui } from "@lingui/react";
import { LogOut, Plus } from "lucide-react";
import { Link, useNavigate } from "react-router-dom";
import { paths } from "@/lib/paths";
import { type User, useSignOut } from "@/lib/session";
import { Avatar } from "@/ui/avatar";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem, MenuLink, MenuRule } from "@/ui/menu";
import { showToast } from "@/ui/toast-store";

export function AccountMenu({ user }: { user: User }) {
  const { i18n } = useLingui();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const leave = async () => {
    await signOut();
    showToast({ title: i18n.t("Logged out") });
    navigate(paths.home);
  };
  const trigger = (
    <IconButton label={i18n.t("My Account")} className="rounded-full">
      <Avatar name={user.username} src={user.profileImage} size={28} />
    </IconButton>
  );
  return (
    <Menu trigger={trigger} title={i18n.t("My Account")}>
      <p className="px-4 pb-2 font-semibold">{user.username}</p>
      <MenuRule />
      {user.isSeller && (
        <MenuLink>
          <Link to={paths.sell}>
            <Plus {...icon} />
            {i18n.t("Sell by auction")}
          </Link>
        </MenuLink>
      )}
      <MenuItem onSelect={() => void leave()}>
        <LogOut {...icon} />
        {i18n.t("Logout")}
      </MenuItem>
    </Menu>
  );
}
