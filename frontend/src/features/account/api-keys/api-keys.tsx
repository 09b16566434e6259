import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDate } from "@/lib/time/time";
import type { User } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { ListStates } from "../list-states";
import { Section } from "../section";
import { type ApiKey, apiKeysQuery, type NewApiKey } from "./api-key-calls";
import { CreateKey, RevokeKey, RotateKey } from "./api-key-dialogs";
import { ApiKeySecret } from "./api-key-secret";

const MAX_KEYS = 10;

type Opened = { what: "create" } | { what: "rotate" | "revoke"; key: ApiKey } | { what: "secret"; made: NewApiKey };

export function ApiKeys({ user }: { user: User }) {
  const { i18n } = useLingui();
  const [opened, setOpened] = useState<Opened | null>(null);
  const query = useQuery(apiKeysQuery(user));
  const close = () => setOpened(null);
  const showSecret = (created: NewApiKey) => setOpened({ what: "secret", made: created });
  const isFull = (query.data ?? []).filter((key) => !key.isExpired).length >= MAX_KEYS;
  return (
    <Section
      title={i18n.t("API keys")}
      text={i18n.t(
        "For programs of yours. A key does only what you allow it, and never moves money or changes how you sign in.",
      )}
    >
      <p className="mb-4 text-small">
        <a href="/developers" className="link inline-flex min-h-6 items-center">
          {i18n.t("Guides, examples and the whole API")}
        </a>
      </p>
      <ListStates query={query}>
        {(keys) => (
          <>
            <Rows keys={keys} onOpen={setOpened} />
            <Button tone="line" className="mt-4" disabled={isFull} onClick={() => setOpened({ what: "create" })}>
              {i18n.t("Create an API key")}
            </Button>
            {isFull && (
              <p className="mt-2 text-small text-ink-3">{i18n.t("You have 10 API keys already. Revoke one first.")}</p>
            )}
          </>
        )}
      </ListStates>
      {opened?.what === "create" && <CreateKey user={user} onDone={showSecret} onClose={close} />}
      {opened?.what === "rotate" && <RotateKey user={user} apiKey={opened.key} onDone={showSecret} onClose={close} />}
      {opened?.what === "revoke" && <RevokeKey user={user} apiKey={opened.key} onClose={close} />}
      {opened?.what === "secret" && <ApiKeySecret created={opened.made} onClose={close} />}
    </Section>
  );
}

function Rows({ keys, onOpen }: { keys: ApiKey[]; onOpen: (opened: Opened) => void }) {
  const { i18n } = useLingui();
  if (keys.length === 0) return <p className="text-ink-2">{i18n.t("You have no API key yet.")}</p>;
  return (
    <ul className="border-t border-line">
      {keys.map((key) => (
        <Row key={key.id} apiKey={key} onOpen={onOpen} />
      ))}
    </ul>
  );
}

function Row({ apiKey, onOpen }: { apiKey: ApiKey; onOpen: (opened: Opened) => void }) {
  const { i18n } = useLingui();
  const { name, scopes, prefix, isExpired, expiresAt, lastUsedAt, previousEndsAt } = apiKey;
  return (
    <li className="flex items-start gap-3 border-b border-line py-3 max-md:flex-col">
      <div className="min-w-0 flex-1 max-md:w-full">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <span className="truncate">{name}</span>
          {isExpired && <Badge tone="warn">{i18n.t("Expired")}</Badge>}
        </p>
        <p className="text-meta text-ink-3">
          <code>{prefix}…</code>
          {", "}
          {lastUsedAt ? i18n.t("Last used {when}", { when: formatDate(lastUsedAt) }) : i18n.t("not used yet")}
          {", "}
          {isExpired
            ? i18n.t("ended {when}", { when: formatDate(expiresAt) })
            : i18n.t("until {when}", { when: formatDate(expiresAt) })}
        </p>
        {previousEndsAt && !isExpired && (
          <p className="text-meta text-ink-3">
            {i18n.t("The old key works until {when}", { when: formatDate(previousEndsAt) })}
          </p>
        )}
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </p>
      </div>
      <div className="flex flex-none gap-2">
        {!isExpired && (
          <Button
            tone="line"
            size="small"
            aria-label={i18n.t("Replace the key {name}", { name })}
            onClick={() => onOpen({ what: "rotate", key: apiKey })}
          >
            {i18n.t("Replace the key")}
          </Button>
        )}
        {!isExpired && (
          <Button
            tone="line"
            size="small"
            aria-label={i18n.t("Revoke {name}", { name })}
            onClick={() => onOpen({ what: "revoke", key: apiKey })}
          >
            {i18n.t("Revoke")}
          </Button>
        )}
      </div>
    </li>
  );
}
