import { useLingui } from "@lingui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDateTime } from "@/lib/time/time";
import {
  type Allowed,
  type PushDevice,
  pushDevicesQuery,
  pushPermission,
  turnPushOff,
  turnPushOn,
} from "@/shared/notifications/push";
import type { User } from "@/shared/session/session";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { showToast } from "@/ui/toast-store";
import { ListStates } from "../list-states";
import { Section } from "../section";

export function PushDevices({ user }: { user: User }) {
  const { i18n } = useLingui();
  const query = useQuery(pushDevicesQuery(user.id));
  return (
    <Section
      title={i18n.t("On your devices")}
      text={i18n.t(
        "A device can tell you while Wangi is closed, as long as you are signed in there. What it shows is what the bell says.",
      )}
    >
      <ListStates query={query}>
        {({ publicKey, devices }) => <Kept user={user} publicKey={publicKey} devices={devices} />}
      </ListStates>
    </Section>
  );
}

interface KeptProps {
  user: User;
  publicKey: string;
  devices: PushDevice[];
}

function Kept({ user, publicKey, devices }: KeptProps) {
  const { i18n } = useLingui();
  const client = useQueryClient();
  const [permission, setPermission] = useState<Allowed>(pushPermission);
  const settled = {
    onError: (error: Error) =>
      showToast({ ...messageFor(error), title: i18n.t("That could not be changed."), tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: pushDevicesQuery(user.id).queryKey }),
  };
  const on = useMutation({ mutationFn: () => turnPushOn(user.id, publicKey), onSuccess: setPermission, ...settled });
  const off = useMutation({ mutationFn: (device: PushDevice) => turnPushOff(user.id, device), ...settled });
  const isOn = permission === "granted" && devices.some(({ current }) => current);
  return (
    <>
      {!isOn && <ThisDevice permission={permission} busy={on.isPending} onTurnOn={() => on.mutate()} />}
      {devices.length > 0 && (
        <ul className={isOn ? "border-t border-line" : "mt-4 border-t border-line"}>
          {devices.map((device) => (
            <Row key={device.id} device={device} busy={off.isPending} onTurnOff={() => off.mutate(device)} />
          ))}
        </ul>
      )}
    </>
  );
}

interface ThisProps {
  permission: Allowed;
  busy: boolean;
  onTurnOn: () => void;
}

function ThisDevice({ permission, busy, onTurnOn }: ThisProps) {
  const { i18n } = useLingui();
  if (permission === "unsupported") {
    return (
      <Notice title={i18n.t("This browser cannot be told while Wangi is closed.")}>
        {i18n.t("On an iPhone or iPad, add Wangi to the home screen first and open it from there.")}
      </Notice>
    );
  }
  if (permission === "denied") {
    return (
      <Notice tone="warn" title={i18n.t("This browser blocks notifications from Wangi.")}>
        {i18n.t("Allow them for this site in the browser’s settings, then load the page again.")}
      </Notice>
    );
  }
  return (
    <Button tone="line" busy={busy} onClick={onTurnOn}>
      {i18n.t("Turn on on this device")}
    </Button>
  );
}

interface RowProps {
  device: PushDevice;
  busy: boolean;
  onTurnOff: () => void;
}

function Row({ device, busy, onTurnOff }: RowProps) {
  const { i18n } = useLingui();
  const { browser, system, current, succeededAt } = device;
  const both = browser && system ? i18n.t("{browser} on {system}", { browser, system }) : (browser ?? system);
  const name = both ?? i18n.t("Unknown device");
  return (
    <li className="flex items-center gap-3 border-b border-line py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {name}
          {current && <Badge tone="good">{i18n.t("This device")}</Badge>}
        </p>
        <p className="text-meta text-ink-3">
          {succeededAt
            ? i18n.t("Last told {when}", { when: formatDateTime(succeededAt) })
            : i18n.t("Nothing was sent yet")}
        </p>
      </div>
      <Button
        tone="line"
        size="small"
        disabled={busy}
        aria-label={i18n.t("Turn off on {device}", { device: name })}
        onClick={onTurnOff}
      >
        {i18n.t("Turn off")}
      </Button>
    </li>
  );
}
