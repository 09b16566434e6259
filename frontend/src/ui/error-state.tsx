import { useLingui } from "@lingui/react";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

interface Props {
  title: string;
  text: string;
  heading?: "h1" | "h2" | "h3";
  onRetry: () => void;
  className?: string;
}

export function ErrorState({ title, text, heading, onRetry, className }: Props) {
  const { i18n } = useLingui();
  const retry = (
    <Button tone="line" onClick={onRetry}>
      {i18n.t("Retry")}
    </Button>
  );
  return (
    <EmptyState drawing="tipped" title={title} heading={heading} role="alert" action={retry} className={className}>
      {text}
    </EmptyState>
  );
}
