import { useLingui } from "@lingui/react";
import { useSearchParams } from "react-router-dom";
import type { Role, When } from "@/features/auctions/my-bids/api";
import { MineList } from "@/features/auctions/my-bids/auction-list";
import { LatelyEnded } from "@/features/auctions/my-bids/latest-ended";
import { usePageTitle } from "@/lib/page/page-title";
import { useCurrentUser } from "@/shared/session/session";
import { Segments } from "@/ui/segments";
import { TabPanel, Tabs } from "@/ui/tabs";

export function MyBidsPage() {
  const { i18n } = useLingui();
  const { user } = useCurrentUser();
  const [params, setParams] = useSearchParams();
  const role: Role = params.get("role") === "selling" && user?.isSeller ? "selling" : "bidding";
  const when: When = params.get("when") === "over" ? "over" : "running";
  usePageTitle(i18n.t("My bids"));
  const show = (next: { role?: Role; when?: When }) => {
    const chosen = { role, when, ...next };
    const query: Record<string, string> = {};
    if (chosen.role === "selling") query.role = "selling";
    if (chosen.when === "over") query.when = "over";
    setParams(query, { replace: true });
  };
  return (
    <div className="wrap pb-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 md:pt-9 md:pb-5">
        <h1 className="text-h1">{i18n.t("My bids")}</h1>
        {user?.isSeller && (
          <div className="w-full md:w-72">
            <Segments
              label={i18n.t("Whose auctions")}
              value={role}
              onChange={(next) => show({ role: next })}
              choices={[
                { value: "bidding", label: i18n.t("I bid") },
                { value: "selling", label: i18n.t("I sell") },
              ]}
            />
          </div>
        )}
      </div>
      <Tabs
        label={i18n.t("My bids")}
        value={when}
        onChange={(next) => show({ when: next as When })}
        tabs={[
          { value: "running", label: i18n.t("Running") },
          { value: "over", label: i18n.t("Ended") },
        ]}
      >
        {(["running", "over"] as const).map((period) => (
          <TabPanel key={period} value={period} className="pt-1">
            {period === when && <MineList key={`${role} ${when}`} role={role} when={when} />}
            {period === when && when === "running" && <LatelyEnded role={role} onAll={() => show({ when: "over" })} />}
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
