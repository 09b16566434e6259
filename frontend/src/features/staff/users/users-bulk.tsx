import { useLingui } from "@lingui/react";
import { BulkBar } from "../bulk/bulk-bar";
import type { Selection } from "../bulk/use-selection";
import type { Account } from "../overview/api";

export function PeopleBulk({ people, selection }: { people: Account[]; selection: Selection }) {
  const { i18n } = useLingui();
  return (
    <BulkBar
      path="/api/admin/users/bulk"
      selection={selection}
      nameOf={(id) => people.find((person) => person.id === id)?.username ?? String(id)}
      acts={[
        {
          act: "suspend",
          label: i18n.t("Suspend"),
          text: i18n.t("They cannot bid, buy or sell for some days, and read why by mail. They can appeal."),
          asks: ["days", "code", "words"],
        },
        {
          act: "lift",
          label: i18n.t("Lift suspensions"),
          text: i18n.t("They can bid, buy and sell again at once."),
          asks: ["words"],
          isHarmless: true,
        },
        {
          act: "end_sessions",
          label: i18n.t("Sign them out"),
          text: i18n.t(
            "They're signed out everywhere. Their API keys stop working, their webhooks are paused, and they're notified by mail.",
          ),
          asks: ["words"],
        },
      ]}
    />
  );
}
