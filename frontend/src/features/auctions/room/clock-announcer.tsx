import { useLingui } from "@lingui/react";
import { useEffect, useRef, useState } from "react";

interface Props {
  left: number;
  endsAt: string;
}

export function ClockAnnouncer({ left, endsAt }: Props) {
  const { i18n } = useLingui();
  const [announcement, setAnnouncement] = useState("");
  const before = useRef({ left, endsAt });
  useEffect(() => {
    const marks: [number, string][] = [
      [300, i18n.t("5 minutes left")],
      [60, i18n.t("1 minute left")],
      [10, i18n.t("10 seconds left")],
    ];
    const moved = Date.parse(endsAt) > Date.parse(before.current.endsAt);
    // After sleep several marks have passed at once. Only the last one is announced, and none after the end.
    const passed = marks.filter(([mark]) => before.current.left > mark && left <= mark && left > 0).at(-1);
    if (moved) setAnnouncement(i18n.t("The end was extended"));
    else if (passed) setAnnouncement(passed[1]);
    before.current = { left, endsAt };
  }, [left, endsAt, i18n]);
  return (
    <span role="status" className="sr-only">
      {announcement}
    </span>
  );
}
