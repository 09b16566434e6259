import { useLingui } from "@lingui/react";
import { TabPanel, Tabs } from "@/ui/tabs";
import { MoneyOrders } from "./money-orders";
import { MoneyPackages } from "./packages/money-packages";
import { MoneyPayouts } from "./payouts/money-payouts";
import { Callbacks } from "./provider/callbacks";
import { Mismatches } from "./provider/mismatches";

const TABS = ["orders", "payouts", "mismatches", "callbacks", "packages"];

export function Money({ tab, onTab }: { tab: string; onTab: (tab: string) => void }) {
  const { i18n } = useLingui();
  const tabs = [
    { value: "orders", label: i18n.t("Orders") },
    { value: "payouts", label: i18n.t("Payouts") },
    { value: "mismatches", label: i18n.t("Payments that do not fit") },
    { value: "callbacks", label: i18n.t("Callbacks") },
    { value: "packages", label: i18n.t("Packages") },
  ];
  return (
    <Tabs label={i18n.t("Money")} value={TABS.includes(tab) ? tab : "orders"} onChange={onTab} tabs={tabs}>
      <TabPanel value="orders" className="pt-4">
        <MoneyOrders />
      </TabPanel>
      <TabPanel value="payouts" className="pt-4">
        <MoneyPayouts />
      </TabPanel>
      <TabPanel value="mismatches" className="pt-4">
        <Mismatches />
      </TabPanel>
      <TabPanel value="callbacks" className="pt-4">
        <Callbacks />
      </TabPanel>
      <TabPanel value="packages" className="pt-4">
        <MoneyPackages />
      </TabPanel>
    </Tabs>
  );
}
