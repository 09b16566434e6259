import { useLingui } from "@lingui/react";
import { useIsTyping } from "./use-typing";

export function TypingLine({ userId, name }: { userId: number; name: string }) {
  const { i18n } = useLingui();
  const isTyping = useIsTyping(userId);
  return (
    <p
      role="status"
      data-testid="typing"
      className="flex min-h-6 items-center gap-2.5 px-4 text-meta text-ink-2 md:px-6"
    >
      {isTyping && (
        <>
          <span aria-hidden="true" className="inline-flex gap-1">
            {[0, 200, 400].map((delay) => (
              <i
                key={delay}
                style={{ animationDelay: `${delay}ms` }}
                className="size-1.5 animate-beat rounded-full bg-ink-3"
              />
            ))}
          </span>
          {i18n.t("{name} is typing", { name })}
        </>
      )}
    </p>
  );
}
