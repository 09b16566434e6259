import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";
import { Check, type LucideIcon, Minus } from "lucide-react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { formatDate } from "@/lib/time/time";
import { type Criterion, type Verification, verificationQuery } from "@/shared/sellers/verification";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { smallIcon } from "@/ui/icon";
import { Notice } from "@/ui/notice";
import { Skeleton } from "@/ui/skeleton";

const ICONS: Record<Criterion["state"], LucideIcon> = { met: Check, missing: Minus };

export function VerificationPanel({ sellerId }: { sellerId: number }) {
  const { i18n } = useLingui();
  const { data, error, refetch } = useQuery(verificationQuery(sellerId));
  if (data) return <Ready verification={data} />;
  if (error) {
    return (
      <div role="alert" className="grid justify-items-start gap-3 py-2 text-small">
        {messageFor(error).text}
        <Button tone="line" size="small" onClick={() => void refetch()}>
          {i18n.t("Retry")}
        </Button>
      </div>
    );
  }
  return (
    <div role="status" className="grid gap-3.5 py-2">
      <span className="sr-only">{i18n.t("Loading")}</span>
      {["w-1/2", "w-2/3", "w-3/5", "w-3/4", "w-2/5"].map((width) => (
        <Skeleton key={width} className={width} />
      ))}
    </div>
  );
}

function Ready({ verification: { criteria, graceUntil } }: { verification: Verification }) {
  const { i18n } = useLingui();
  return (
    <>
      {graceUntil && (
        <Notice tone="warn" className="my-2" title={i18n.t("Something is missing.")}>
          {i18n.t("The verified badge ends on {date}, unless it comes back before.", { date: formatDate(graceUntil) })}
        </Notice>
      )}
      <ul className="pb-2">
        {criteria.map((criterion) => (
          <Row key={criterion.name} criterion={criterion} />
        ))}
      </ul>
    </>
  );
}

function Row({ criterion }: { criterion: Criterion }) {
  const { i18n } = useLingui();
  const { name, state } = criterion;
  const number = criterion.wanted;
  const words: Record<Criterion["name"], string> = {
    identity: i18n.t("Identity verified"),
    delivered: i18n.t("At least {number} orders delivered", { number }),
    buyers: i18n.t("To at least {number} different buyers", { number }),
    rated: i18n.t("At least {number} orders rated", { number }),
    average: i18n.t("Rating of at least {number}", { number }),
    guidelines: i18n.t("Community guidelines followed"),
    payment_method: i18n.t("Payment methods confirmed"),
  };
  const states = { met: i18n.t("Met"), missing: i18n.t("Missing") };
  const Icon = ICONS[state];
  return (
    <li className="flex items-baseline gap-2 py-1 text-small">
      <Icon
        {...smallIcon}
        className={cn("relative top-0.5 flex-none", state === "met" ? "text-pandan" : "text-ink-3")}
      />
      <span>{words[name]}</span>
      <span className="sr-only">{states[state]}</span>
      <NumberNow criterion={criterion} />
    </li>
  );
}

function NumberNow({ criterion: { name, state, now, wanted, keeps, since } }: { criterion: Criterion }) {
  const { i18n } = useLingui();
  const text = () => {
    if (name === "guidelines") return state === "met" ? "" : i18n.t("A report was upheld");
    if (name === "identity") return since ? i18n.t("Checked {date}", { date: formatDate(since) }) : i18n.t("Not yet");
    if (name === "payment_method")
      return since ? i18n.t("Since {date}", { date: formatDate(since) }) : i18n.t("Not yet");
    if (name === "average" && now === 0) return i18n.t("No reviews yet");
    if (state === "missing") return i18n.t("{now} of {wanted}", { now, wanted });
    return now < wanted ? i18n.t("{now}, {keeps} keeps the verified badge", { now, keeps }) : String(now);
  };
  return <span className="ml-auto flex-none pl-2 text-right text-ink-3">{text()}</span>;
}
