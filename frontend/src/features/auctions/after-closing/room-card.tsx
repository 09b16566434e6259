import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

interface Props {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

export function Card({ title, children, actions }: Props) {
  return (
    <section aria-label={title} className="grid gap-3 rounded-1 border border-line px-4 py-3.5">
      <h2 className="text-price leading-[1.2] break-words">{title}</h2>
      <div className="grid gap-1.5 text-small leading-[1.45] text-ink-2">{children}</div>
      {actions && <div className="flex flex-wrap gap-3 max-md:*:flex-1">{actions}</div>}
    </section>
  );
}

export function OpenConversation({ userId }: { userId: number }) {
  const { i18n } = useLingui();
  return (
    <Button asChild tone="line">
      <Link to={paths.conversation(userId)}>{i18n.t("Open conversation")}</Link>
    </Button>
  );
}
