import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { formatDateTime } from "@/lib/time/time";
import { nameOf } from "@/shared/users/names";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";
import { showToast } from "@/ui/toast-store";
import { ReasonDialog } from "../layout/reason-dialog";
import { Listed } from "../layout/staff-list";
import { staffPaths } from "../layout/staff-paths";
import { type Setting, type SettingStep, settingsQuery, useChanging } from "./api";
import { Rules } from "./rules";
import { settingWords } from "./setting-words";

export function Settings() {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(settingsQuery);
  const [openSetting, setOpenSetting] = useState<Setting | null>(null);
  return (
    <>
      <p className="mb-4 max-w-prose text-ink-2">
        {i18n.t("A change counts everywhere within seconds. What is under way goes on.")}
      </p>
      <Listed
        count={data?.settings.length}
        error={error}
        empty={i18n.t("Nothing can be paused")}
        onRetry={() => void refetch()}
      >
        <ul className="border-t border-edge">
          {data?.settings.map((setting) => (
            <Row key={setting.name} setting={setting} onAsk={() => setOpenSetting(setting)} />
          ))}
        </ul>
      </Listed>
      {data && data.steps.length > 0 && <Steps steps={data.steps} />}
      <Rules />
      {openSetting && <ChangeDialog setting={openSetting} onClose={() => setOpenSetting(null)} />}
    </>
  );
}

function Row({ setting, onAsk }: { setting: Setting; onAsk: () => void }) {
  const { i18n } = useLingui();
  const { label, meaning } = settingWords()[setting.name];
  const { isOn, last } = setting;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line py-4">
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-2.5 font-sans text-price font-semibold tracking-normal">
          {label}
          <Badge tone={isOn ? "good" : "warn"}>{isOn ? i18n.t("Open") : i18n.t("Paused")}</Badge>
        </h2>
        <p className="max-w-prose text-small text-ink-2">{meaning}</p>
        {!isOn && last && (
          <p className="text-meta text-ink-3">{i18n.t("Since {time}", { time: formatDateTime(last.at) })}</p>
        )}
      </div>
      <Button
        tone="line"
        size="small"
        aria-label={isOn ? i18n.t("Pause: {label}", { label }) : i18n.t("Open again: {label}", { label })}
        onClick={onAsk}
      >
        {isOn ? i18n.t("Pause") : i18n.t("Open again")}
      </Button>
    </li>
  );
}

function ChangeDialog({ setting, onClose }: { setting: Setting; onClose: () => void }) {
  const { i18n } = useLingui();
  const { mutate, isPending, error } = useChanging(setting);
  const { label, meaning } = settingWords()[setting.name];
  const { isOn } = setting;
  const done = () => {
    showToast({
      title: isOn ? i18n.t("Paused: {label}", { label }) : i18n.t("Open again: {label}", { label }),
      tone: "good",
    });
    onClose();
  };
  return (
    <ReasonDialog
      title={isOn ? i18n.t("Pause: {label}", { label }) : i18n.t("Open again: {label}", { label })}
      text={meaning}
      button={isOn ? i18n.t("Pause") : i18n.t("Open again")}
      isHarmless={!isOn}
      busy={isPending}
      error={error}
      onSend={(words) => mutate(words, { onSuccess: done })}
      onClose={onClose}
    />
  );
}

function Steps({ steps }: { steps: SettingStep[] }) {
  const { i18n } = useLingui();
  const words = settingWords();
  return (
    <section aria-labelledby="setting-steps" className="mt-8 grid gap-3">
      <h2 id="setting-steps" className="serif text-h4">
        {i18n.t("Changes")}
      </h2>
      <ul className="grid gap-3">
        {steps.map(({ name, isOn, by, words: why, at }) => (
          <li key={`${name}${at}`} className="grid gap-0.5 text-small">
            <span>
              <b className="font-semibold">
                {isOn
                  ? i18n.t("Open again: {label}", { label: words[name].label })
                  : i18n.t("Paused: {label}", { label: words[name].label })}
              </b>{" "}
              <span className="num text-ink-3">{formatDateTime(at)}</span>{" "}
              <Link to={staffPaths.person(by.id)} className="link">
                {nameOf(by.username, !by.username)}
              </Link>
            </span>
            <span className="max-w-prose text-ink-2 break-words">{why}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
