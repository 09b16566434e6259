import { useLingui } from "@lingui/react";
import { Switch } from "@/ui/choice";
import { chooseSound, useSound } from "./sound";

export function SoundSwitch() {
  const { i18n } = useLingui();
  const on = useSound();
  return (
    <div className="grid">
      <Switch
        checked={on}
        aria-describedby="room-sound"
        onChange={(event) => chooseSound(event.target.checked)}
        className="justify-self-start text-small"
      >
        {i18n.t("Sound")}
      </Switch>
      <p id="room-sound" className="text-meta text-ink-2">
        {i18n.t("A soft tone when you are outbid and when ten seconds are left.")}
      </p>
    </div>
  );
}
