import { useLingui } from "@lingui/react";
import { LogOut, MailCheck, MailWarning } from "lucide-react";
import { useSearchParams } from "react-router-dom";
import { AccountStatus } from "@/features/account/account-status";
import { Overview } from "@/features/account/overview";
import { Settings } from "@/features/account/settings";
import { Kept } from "@/features/catalog/favourites/favourites";
import { NotificationChoices } from "@/features/notifications/notification-choices";
import { OrderList } from "@/features/orders/order-list";
import { ResendButton } from "@/features/sign-in/resend";
import { Wallet } from "@/features/wallet/wallet";
import { usePageTitle } from "@/lib/page/page-title";
import { paths } from "@/shared/navigation/paths";
import { type User, useCurrentUser } from "@/shared/session/session";
import { ownName } from "@/shared/users/names";
import { Avatar } from "@/ui/avatar";
import { Button } from "@/ui/button";
import { icon, smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { TabPanel, Tabs } from "@/ui/tabs";
import { useLeave } from "../use-leave";

const TABS = ["overview", "orders", "favorites", "wallet", "settings"];

export function ProfilePage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  usePageTitle(i18n.t("My Profile"));
  if (!user) return null;
  return (
    <div className="wrap">
      <Head user={user} />
      <AccountStatus user={user} />
      <AccountTabs user={user} />
    </div>
  );
}

function Head({ user }: { user: User }) {
  const { i18n } = useLingui();
  const leave = useLeave();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 py-4 md:pt-9 md:pb-5">
      <Avatar name={ownName(user)} src={user.avatarUrl ?? user.profileImage} size={72} />
      <div className="min-w-0 flex-1 basis-[58%] md:basis-0">
        <h1 className="break-words text-h1">
          {user.firstName} {user.lastName}
        </h1>
        <p className="flex flex-wrap items-center gap-x-3 text-ink-2">
          {user.username}
          <EmailBadge verified={user.emailVerified} />
        </p>
      </div>
      <div className="flex items-center gap-2">
        {user.isSeller && (
          <Button asChild tone="line" size="small">
            <Link to={paths.seller(user.id)}>{i18n.t("View my shop")}</Link>
          </Button>
        )}
        <Button tone="quiet" size="small" onClick={() => void leave()}>
          <LogOut {...smallIcon} />
          {i18n.t("Logout")}
        </Button>
      </div>
    </div>
  );
}

function EmailBadge({ verified }: { verified: boolean }) {
  const { i18n } = useLingui();
  return verified ? (
    <span className="inline-flex items-center gap-1.5 text-small font-medium text-pandan">
      <MailCheck {...icon} size={18} />
      {i18n.t("Verified User")}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-small font-medium text-ambar">
      <MailWarning {...icon} size={18} />
      {i18n.t("Email not verified")}
    </span>
  );
}

function AccountTabs({ user }: { user: User }) {
  const { i18n } = useLingui();
  const [params, setParams] = useSearchParams();
  const leave = useLeave();
  const tabParam = params.get("tab") ?? "";
  const tab = TABS.includes(tabParam) ? tabParam : "overview";
  const names = [i18n.t("Overview"), i18n.t("Orders"), i18n.t("Favorites"), i18n.t("Wallet"), i18n.t("Settings")];
  return (
    <Tabs
      label={i18n.t("My Profile")}
      value={tab}
      onChange={(next) => setParams(next === "overview" ? {} : { tab: next }, { replace: true })}
      tabs={TABS.map((value, at) => ({ value, label: names[at] }))}
    >
      <TabPanel value="overview">
        <Overview user={user} resend={<ResendButton email={user.email} />} />
      </TabPanel>
      <TabPanel value="orders">
        <OrderList isSeller={user.isSeller} />
      </TabPanel>
      <TabPanel value="favorites">
        <Kept />
      </TabPanel>
      <TabPanel value="wallet">
        <Wallet />
      </TabPanel>
      <TabPanel value="settings">
        <Settings
          user={user}
          notifications={<NotificationChoices user={user} />}
          onGone={() => void leave("quietly")}
        />
      </TabPanel>
    </Tabs>
  );
}
