import { useLingui } from "@lingui/react";
import { ArrowUpRight } from "lucide-react";
import { useSyncExternalStore } from "react";
import darkSmall from "@/assets/dusk-shelf-800.webp";
import darkLarge from "@/assets/dusk-shelf-1600.webp";
import lightSmall from "@/assets/morning-shelf-800.webp";
import lightLarge from "@/assets/morning-shelf-1600.webp";
import { useTheme } from "@/lib/page/theme";
import { BottleGlass } from "@/shared/listings/bottle";
import { paths } from "@/shared/navigation/paths";
import { communityUrl } from "@/shared/settings/marketplace-settings";
import { Button } from "@/ui/button";
import { smallIcon } from "@/ui/icon";
import { Link } from "@/ui/link";

export function HowItGoes() {
  const { i18n } = useLingui();
  const steps: [string, string][] = [
    [
      i18n.t("The buyer confirms the purchase"),
      i18n.t(
        "The seller picks the perfume in the chat and the buyer presses Confirm Purchase. The bottle is reserved.",
      ),
    ],
    [
      i18n.t("The seller confirms the payment"),
      i18n.t("You pay as agreed. The seller presses Confirm Payment Received and posts the parcel."),
    ],
    [
      i18n.t("The buyer confirms the delivery"),
      i18n.t("Check the level and the batch code against the listing, then press Confirm Delivery Received."),
    ],
    [i18n.t("The buyer leaves a review"), i18n.t("From no star to five. Ratings come only from finished sales.")],
  ];
  return (
    <section aria-labelledby="how" className="wrap section-gap">
      <div className="grid gap-8 border-t border-ink pt-8 lg:grid-cols-[4fr_8fr] lg:gap-14">
        <div className="grid content-start justify-items-start gap-4">
          <h2 id="how" className="text-h2">
            {i18n.t("Both of you confirm each step, in the chat.")}
          </h2>
          <p className="max-w-[44ch] text-ink-2">
            {i18n.t(
              "Nothing is bought by accident. The seller offers the bottle, then each side says yes in turn, and the record stays in the conversation.",
            )}
          </p>
          <Link to={paths.guide} className="link inline-flex min-h-11 items-center font-medium">
            {i18n.t("Read the Buying Guide")}
          </Link>
        </div>
        <ol className="grid gap-x-8 gap-y-7 md:grid-cols-2">
          {steps.map(([title, text], at) => (
            <li key={title} className="grid grid-cols-[auto_1fr] gap-5">
              <BottleGlass percent={25 * (at + 1)} height={40} juice={at === 3 ? "pandan" : "ambar"} />
              <div>
                <h3 className="mb-1 text-h4">{title}</h3>
                <p className="text-small text-ink-2">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}

export function Community() {
  const { i18n } = useLingui();
  const dark = useDark();
  const group = communityUrl();
  const [small, large] = dark ? [darkSmall, darkLarge] : [lightSmall, lightLarge];
  return (
    <section aria-labelledby="community" className="section-gap relative -mb-16 overflow-hidden bg-wash md:-mb-24">
      <div className="wrap relative z-1 grid min-h-0 content-center py-10 md:min-h-120 lg:min-h-140">
        <div className="grid max-w-100 justify-items-start gap-4 md:max-w-[44%] lg:max-w-100">
          <h2 id="community" className="text-title">
            {i18n.t("Talk about it with people who can smell the difference.")}
          </h2>
          {group && (
            <p>{i18n.t("Blind buys, batch codes, which house changed its formula. The group is open to everyone.")}</p>
          )}
          {group ? (
            <Button asChild>
              <a href={group} target="_blank" rel="noopener noreferrer">
                {i18n.t("Join the community group")}
                <ArrowUpRight {...smallIcon} />
                <span className="sr-only">{i18n.t("opens in a new tab")}</span>
              </a>
            </Button>
          ) : (
            <Button asChild>
              <Link to={paths.guide}>{i18n.t("Read the Buying Guide")}</Link>
            </Button>
          )}
        </div>
      </div>
      <img
        src={large}
        srcSet={`${small} 800w, ${large} 1600w`}
        sizes="100vw"
        width={1600}
        height={900}
        alt=""
        loading="lazy"
        decoding="async"
        className="aspect-video w-full object-cover object-right md:absolute md:inset-0 md:aspect-auto md:size-full"
      />
    </section>
  );
}

const WISH = "(prefers-color-scheme: dark)";

function useDark(): boolean {
  const theme = useTheme();
  const device = useSyncExternalStore(
    (listener) => {
      const wish = window.matchMedia?.(WISH);
      wish?.addEventListener?.("change", listener);
      return () => wish?.removeEventListener?.("change", listener);
    },
    () => window.matchMedia?.(WISH).matches ?? false,
  );
  return theme === "dark" || (theme === "system" && device);
}
