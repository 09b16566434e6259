import { useLingui } from "@lingui/react";
import { ArrowRight, Gavel, type LucideIcon, Tag } from "lucide-react";
import { paths } from "@/shared/navigation/paths";
import { cn } from "@/ui/class-names";
import { Dialog } from "@/ui/dialog";
import { icon, largeIcon } from "@/ui/icon";
import { Link } from "@/ui/link";

export function TypeChooser({ onClose }: { onClose: () => void }) {
  const { i18n } = useLingui();
  return (
    <Dialog open title={i18n.t("How do you want to sell it?")} onClose={onClose}>
      <Choice
        to={paths.listAs("fixed")}
        name={i18n.t("Fixed Price")}
        words={i18n.t("You set the price. You may allow offers.")}
        Icon={Tag}
      />
      <Choice
        to={paths.listAs("auction")}
        name={i18n.t("Auction")}
        words={i18n.t("Bidders set it, seven days by default, with a reserve if you like.")}
        Icon={Gavel}
        room
      />
    </Dialog>
  );
}

interface ChoiceProps {
  to: string;
  name: string;
  words: string;
  Icon: LucideIcon;
  room?: boolean;
}

function Choice({ to, name, words, Icon, room }: ChoiceProps) {
  return (
    <Link
      to={to}
      className={cn(
        "grid min-h-18 grid-cols-[auto_1fr_auto] items-center gap-4 rounded-1 border border-edge p-4.5 text-ink no-underline hover:border-ink",
        room && "room",
      )}
    >
      <Icon {...largeIcon} />
      <span>
        <b className="block text-price font-semibold">{name}</b>
        <span className="text-meta text-ink-3">{words}</span>
      </span>
      <ArrowRight {...icon} />
    </Link>
  );
}
