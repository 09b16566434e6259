import { useLingui } from "@lingui/react";
import type { NotificationPreference, NotificationPreferences } from "@/shared/notifications/notification-preferences";
import { Switch } from "@/ui/choice";
import type { Group } from "./kinds";

interface Props {
  groups: Group[];
  wishes: NotificationPreferences;
  onChoose: (kind: string, wish: NotificationPreference) => void;
}

export function Switches({ groups, wishes, onChoose }: Props) {
  const { i18n } = useLingui();
  return (
    <table className="w-full border-collapse text-left">
      <thead className="text-meta text-ink-2">
        <tr>
          <th scope="col" className="sr-only">
            {i18n.t("What happens")}
          </th>
          <th scope="col" className="w-16 pb-1 text-center font-semibold md:w-18">
            {i18n.t("In the app")}
          </th>
          <th scope="col" className="w-16 pb-1 text-center font-semibold md:w-18">
            {i18n.t("By mail")}
          </th>
          <th scope="col" className="w-16 pb-1 text-center font-semibold md:w-18">
            {i18n.t("By push")}
          </th>
        </tr>
      </thead>
      {groups.map(([group, kinds]) => (
        <tbody key={group}>
          <tr>
            <th scope="rowgroup" colSpan={4} className="pt-5 pb-1 text-small font-semibold">
              {group}
            </th>
          </tr>
          {kinds.map(([kind, name]) => {
            const wish = wishes[kind];
            return wish && <Kind key={kind} name={name} wish={wish} onChange={(next) => onChoose(kind, next)} />;
          })}
        </tbody>
      ))}
    </table>
  );
}

function Kind({
  name,
  wish,
  onChange,
}: {
  name: string;
  wish: NotificationPreference;
  onChange: (wish: NotificationPreference) => void;
}) {
  const { i18n } = useLingui();
  const ways: [keyof NotificationPreference, string][] = [
    ["inApp", i18n.t("{name}: in the app", { name })],
    ["mail", i18n.t("{name}: by mail", { name })],
    ["push", i18n.t("{name}: by push", { name })],
  ];
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1 pr-3 font-normal">
        {name}
      </th>
      {ways.map(([way, label]) => (
        <td key={way} className="text-center">
          <Switch
            checked={wish[way]}
            onChange={({ target: { checked } }) => onChange({ ...wish, [way]: checked })}
            className="justify-center gap-0"
          >
            <span className="sr-only">{label}</span>
          </Switch>
        </td>
      ))}
    </tr>
  );
}
