import { useLingui } from "@lingui/react";
import { formatDateTime } from "@/lib/time/time";
import { reasonNames } from "../layout/reason-words";
import type { AccountPage } from "./api";

export function Acts({ acts }: { acts: AccountPage["acts"] }) {
  const { i18n } = useLingui();
  const names: Record<string, string> = {
    ban: i18n.t("Banned"),
    unban: i18n.t("Unbanned"),
    ask_ban: i18n.t("Ban asked for"),
    withdraw_ban: i18n.t("Request for a ban taken back"),
    suspend: i18n.t("Suspension changed"),
    warn: i18n.t("Warned"),
    lift: i18n.t("Warning or suspension lifted on appeal"),
    end_sessions: i18n.t("Signed out everywhere"),
    remove_second_factor: i18n.t("Two-step sign-in turned off"),
    seller_rights: i18n.t("Right to sell changed"),
    check_identity: i18n.t("Identity check changed"),
    ask_role: i18n.t("Another role asked for"),
    withdraw_role: i18n.t("Request for another role taken back"),
    make_support: i18n.t("Joined the staff"),
    make_moderator: i18n.t("Joined the staff"),
    make_finance: i18n.t("Joined the staff"),
    make_admin: i18n.t("Made an admin"),
    remove_admin: i18n.t("Left the staff"),
    remove_staff: i18n.t("Left the staff"),
  };
  return (
    <section aria-label={i18n.t("What staff did")}>
      <h2 className="mb-1 text-h3">{i18n.t("What staff did")}</h2>
      {acts.length === 0 && <p className="text-small text-ink-3">{i18n.t("Nothing so far")}</p>}
      <ol className="text-small">
        {acts.map((action) => (
          <li key={action.happenedAt} className="border-b border-line py-2.5">
            <span className="flex justify-between gap-4">
              <b className="font-semibold">{names[action.act] ?? action.act}</b>
              <span className="text-right text-ink-3">{formatDateTime(action.happenedAt)}</span>
            </span>
            {action.code && action.code !== "staff" && (
              <span className="block text-ink-2">{reasonNames()[action.code]}</span>
            )}
            {action.reason && <span className="block break-words text-ink-2">{action.reason}</span>}
          </li>
        ))}
      </ol>
    </section>
  );
}

export function SignIns({ signIns }: { signIns: AccountPage["signIns"] }) {
  const { i18n } = useLingui();
  return (
    <section aria-label={i18n.t("Signed in")}>
      <h2 className="mb-1 text-h3">{i18n.t("Signed in")}</h2>
      {signIns.length === 0 && <p className="text-small text-ink-3">{i18n.t("Nowhere")}</p>}
      <ul className="text-small">
        {signIns.map((signIn) => (
          <li key={`${signIn.device} ${signIn.createdAt}`} className="border-b border-line py-2.5">
            <b className="block font-semibold">{signIn.device}</b>
            <span className="block text-ink-2">{signIn.network ?? signIn.place}</span>
            <span className="block text-ink-3">
              {i18n.t("Last seen {time}", { time: formatDateTime(signIn.lastSeenAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
