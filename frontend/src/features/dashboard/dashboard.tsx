import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { ownListingsQuery } from "@/shared/listings/own-listings";
import { paths } from "@/shared/navigation/paths";
import type { User } from "@/shared/session/session";
import { Button } from "@/ui/button";
import { Drop } from "@/ui/drop";
import { ErrorState } from "@/ui/error-state";
import { icon } from "@/ui/icon";
import { Link } from "@/ui/link";
import { Skeleton } from "@/ui/skeleton";
import { TabPanel, Tabs } from "@/ui/tabs";
import { AnalyticsTab } from "./analytics/analytics-tab";
import { Figures } from "./analytics/figures";
import { Drafts } from "./drafts";
import { DashboardDialogs } from "./products/dialogs";
import { ProductsTab } from "./products/products-tab";
import { SelectionBar } from "./products/selection-bar";
import { useRowActions } from "./products/use-row-actions";
import { useSelection } from "./products/use-selection";
import { SettingsTab } from "./settings-tab";

const TABS = ["products", "boosted", "analytics", "settings"] as const;

interface Props {
  user: User;
  tab: string;
  onTab: (tab: string) => void;
  notifications: ReactNode;
  boosts: { count: ReactNode; tab: ReactNode; payment: ReactNode };
}

export function Dashboard({ user, tab: tabParam, onTab, notifications, boosts }: Props) {
  const { i18n } = useLingui();
  const query = useQuery(ownListingsQuery(user.id));
  const listings = query.data;
  const rowActions = useRowActions();
  const selection = useSelection(listings ?? []);
  const tab = (TABS as readonly string[]).includes(tabParam) ? tabParam : "products";
  const names: Record<string, ReactNode> = {
    products: i18n.t("Products"),
    boosted: (
      <>
        {i18n.t("Boosted Products")}
        {boosts.count}
      </>
    ),
    analytics: i18n.t("Analytics"),
    settings: i18n.t("Settings"),
  };
  const waiting = !listings && (query.error ? <Failed query={query} /> : <Waiting />);
  return (
    <>
      <Head user={user} onAdd={listings?.length === 0 ? undefined : () => rowActions.setOpen({ what: "type" })} />
      {boosts.payment}
      <Figures listings={listings} />
      <Tabs
        label={i18n.t("Seller Dashboard")}
        value={tab}
        onChange={onTab}
        tabs={TABS.map((value) => ({ value, label: names[value] }))}
      >
        <TabPanel value="products">
          <h2 className="sr-only">{i18n.t("Products")}</h2>
          {waiting || (
            <ProductsTab
              listings={listings ?? []}
              chosen={selection.chosen}
              onChoose={selection.choose}
              onDo={rowActions.start}
              onAdd={() => rowActions.setOpen({ what: "type" })}
              onImport={() => rowActions.setOpen({ what: "import" })}
            />
          )}
          <Drafts />
        </TabPanel>
        <TabPanel value="boosted">
          <h2 className="sr-only">{i18n.t("Boosted Products")}</h2>
          {boosts.tab}
        </TabPanel>
        <TabPanel value="analytics">{waiting || <AnalyticsTab listings={listings ?? []} />}</TabPanel>
        <TabPanel value="settings">
          <SettingsTab user={user} notifications={notifications} />
        </TabPanel>
      </Tabs>
      {tab === "products" && selection.listings.length > 0 && (
        <SelectionBar
          count={selection.listings.length}
          boostable={selection.boostable.length}
          onClear={selection.clear}
          onBoost={() => rowActions.setOpen({ what: "boost" })}
          onBulk={(action) => {
            rowActions.actions.bulk.reset();
            rowActions.setOpen({ what: "bulk", action, listings: selection.listings, key: crypto.randomUUID() });
          }}
        />
      )}
      <DashboardDialogs rowActions={rowActions} selection={selection} />
    </>
  );
}

function Head({ user, onAdd }: { user: User; onAdd?: () => void }) {
  const { i18n } = useLingui();
  return (
    <div className="flex flex-wrap items-end justify-between gap-4 pt-5 pb-4 md:pt-9 md:pb-6">
      <div className="min-w-0">
        <h1 className="mb-1 text-h1">{i18n.t("Seller Dashboard")}</h1>
        <p className="wrap-anywhere text-ink-2">{[user.username, user.location].filter(Boolean).join(", ")}</p>
      </div>
      <div className="flex gap-2 max-md:w-full max-md:*:flex-1 max-md:*:px-2.5">
        <Button asChild tone="line">
          <Link to={paths.boost}>
            <Drop />
            {i18n.t("Boost Products")}
          </Link>
        </Button>
        {onAdd && (
          <Button onClick={onAdd}>
            <Plus {...icon} />
            {i18n.t("Add New Product")}
          </Button>
        )}
      </div>
    </div>
  );
}

function Failed({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  const { i18n } = useLingui();
  return (
    <ErrorState
      title={i18n.t("Your products did not load")}
      text={messageFor(error).text}
      onRetry={() => void refetch()}
    />
  );
}

const ROWS = ["a", "b", "c", "d", "e", "f"];

function Waiting() {
  const { i18n } = useLingui();
  return (
    <div role="status" className="pt-4">
      <span className="sr-only">{i18n.t("Loading")}</span>
      <Skeleton className="mb-2 h-11 max-w-80 max-md:max-w-full" />
      {ROWS.map((row) => (
        <div key={row} className="flex items-center gap-4 border-b border-line py-3">
          <Skeleton className="h-12.5 w-10 flex-none" />
          <Skeleton className="w-1/3" />
          <Skeleton className="ml-auto w-16" />
        </div>
      ))}
    </div>
  );
}
