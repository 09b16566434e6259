import type { I18n } from "@lingui/core";
import { useLingui } from "@lingui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { showToast } from "@/ui/toast-store";
import { type DeviceSession, endEverySession, sessionsQuery, useEndSessions } from "../api";
import { ListStates } from "../list-states";
import { Section } from "../section";

export function Devices({ user, onGone }: { user: User; onGone: () => void }) {
  const { i18n } = useLingui();
  const query = useQuery(sessionsQuery(user));
  return (
    <Section
      title={i18n.t("Where you are signed in")}
      text={i18n.t("If you do not recognise one of these, sign it out and change your password.")}
    >
      <ListStates query={query}>{(sessions) => <List user={user} sessions={sessions} onGone={onGone} />}</ListStates>
    </Section>
  );
}

export function deviceWords(i18n: I18n, { browser, system }: DeviceSession): string {
  if (browser && system) return i18n.t("{browser} on {system}", { browser, system });
  return browser ?? system ?? i18n.t("Unknown device");
}

export function placeWords(i18n: I18n, { network, isLocal }: DeviceSession): string {
  if (network) return i18n.t("Network {network}", { network });
  return isLocal ? i18n.t("Local network") : i18n.t("Unknown network");
}

interface ListProps {
  user: User;
  sessions: DeviceSession[];
  onGone: () => void;
}

function List({ user, sessions, onGone }: ListProps) {
  const { i18n } = useLingui();
  const end = useEndSessions(user);
  const failed = (error: Error) => showToast({ ...messageFor(error), tone: "bad" });
  const everywhere = useMutation({ mutationFn: endEverySession, onSuccess: onGone, onError: failed });
  const others = sessions.filter(({ current }) => !current);
  const leave = (which: DeviceSession[]) =>
    end.mutate(which, {
      onSuccess: () =>
        showToast({
          title: i18n.t("{count, plural, one {# device was signed out} other {# devices were signed out}}", {
            count: which.length,
          }),
        }),
      onError: failed,
    });
  return (
    <>
      <ul className="border-t border-line">
        {sessions.map((session) => (
          <Row key={session.id} session={session} busy={end.isPending} onEnd={() => leave([session])} />
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        {others.length > 0 && (
          <Button tone="line" busy={end.isPending} onClick={() => leave(others)}>
            {i18n.t("Sign out all other devices")}
          </Button>
        )}
        <Button tone="quiet" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
          {i18n.t("Sign out everywhere")}
        </Button>
      </div>
    </>
  );
}

function Row({ session, busy, onEnd }: { session: DeviceSession; busy: boolean; onEnd: () => void }) {
  const { i18n } = useLingui();
  const seen = i18n.t("last seen {when}", { when: formatDateTime(session.lastSeenAt) });
  const device = deviceWords(i18n, session);
  const facts = [
    placeWords(i18n, session),
    session.signedInWith === "passkey" && i18n.t("with a passkey"),
    !session.current && seen,
  ];
  return (
    <li className="flex items-center gap-3 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {device}
          {session.current && <Badge tone="good">{i18n.t("This device")}</Badge>}
        </p>
        <p className="text-meta text-ink-3">{facts.filter(Boolean).join(", ")}</p>
      </div>
      {!session.current && (
        <Button
          tone="line"
          size="small"
          disabled={busy}
          aria-label={i18n.t("Sign out {device}", { device })}
          onClick={onEnd}
        >
          {i18n.t("Sign out")}
        </Button>
      )}
    </li>
  );
}
