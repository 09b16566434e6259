import { useLingui } from "@lingui/react";
import shelf from "@/assets/evening-shelf.webp";

export function AuthAside() {
  const { i18n } = useLingui();
  const facts: [string, string][] = [
    [i18n.t("Levels are shown"), i18n.t("A level in percent, the price per ml that remains, and the batch code.")],
    [i18n.t("Steps you both confirm"), i18n.t("Purchase, payment, delivery, review, all in the conversation.")],
    [i18n.t("Auctions with a fair end"), i18n.t("A late bid adds two minutes, so nobody wins by a second.")],
  ];
  return (
    <aside
      aria-label={i18n.t("About Wangi")}
      className="room sticky top-0 hidden h-dvh grid-rows-[minmax(0,1fr)_auto] lg:grid"
    >
      <img src={shelf} width="1296" height="1350" alt="" className="size-full object-cover object-[70%_50%]" />
      <div className="grid gap-6 px-12 pt-9 pb-10">
        <p className="serif max-w-[16ch] text-level leading-[1.1] tracking-[-0.015em]">
          {i18n.t("The level you see is the level you get.")}
        </p>
        <ul className="grid grid-cols-3 gap-5 border-t border-line pt-4.5">
          {facts.map(([fact, meaning]) => (
            <li key={fact} className="grid content-start gap-1 text-small leading-[1.4]">
              <b className="font-semibold">{fact}</b>
              <span className="text-ink-2">{meaning}</span>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  );
}
