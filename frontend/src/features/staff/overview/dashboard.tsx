import { useLingui } from "@lingui/react";
import { TabPanel, Tabs } from "@/ui/tabs";
import { Listings } from "../listings/listings";
import { Orders } from "../orders/orders";
import { People } from "../users/users";
import { useLiveFigures } from "./live";
import { Waiting } from "./open-work";
import { Overview } from "./overview";
import { Services } from "./services";

const TABS = ["users", "orders", "listings"];

export function Dashboard({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const { i18n } = useLingui();
  useLiveFigures();
  const tabs = [
    { value: "users", label: i18n.t("Users") },
    { value: "orders", label: i18n.t("Orders") },
    { value: "listings", label: i18n.t("Listings") },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <Overview />
      <Waiting />
      <Services />
      <Tabs label={i18n.t("Admin Dashboard")} value={TABS.includes(tab) ? tab : "users"} onChange={onTab} tabs={tabs}>
        <TabPanel value="users" className="pt-4">
          <People />
        </TabPanel>
        <TabPanel value="orders" className="pt-4">
          <Orders />
        </TabPanel>
        <TabPanel value="listings" className="pt-4">
          <Listings />
        </TabPanel>
      </Tabs>
    </div>
  );
}
