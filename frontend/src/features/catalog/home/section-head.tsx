import { useLingui } from "@lingui/react";
import type { ReactNode } from "react";
import { Link } from "@/ui/link";

interface Props {
  id: string;
  title: string;
  to?: string;
  children?: ReactNode;
}

export function SectionHead({ id, title, to, children }: Props) {
  const { i18n } = useLingui();
  return (
    <div className="mb-5 flex min-h-11 items-end justify-between gap-3">
      <h2 id={id} className="text-h2">
        {title}
      </h2>
      {children}
      {to && (
        <Link to={to} className="link inline-flex min-h-11 items-center whitespace-nowrap font-medium">
          {i18n.t("View All")}
          <span className="sr-only">: {title}</span>
        </Link>
      )}
    </div>
  );
}
