import { useLingui } from "@lingui/react";
import { SendHorizontal, Tag, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { shortenText } from "@/lib/i18n/shorten";
import { contentOf } from "@/shared/conversations/message-sentences";
import { Button } from "@/ui/button";
import { cn } from "@/ui/class-names";
import { bareInput, fieldFrame } from "@/ui/field";
import { icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { showToast } from "@/ui/toast-store";
import type { Message } from "../api";
import { AttachButtons } from "../attachments/attach-buttons";
import { useSendTyping } from "../presence/use-typing";
import { draftOf, keepDraft } from "./device";
import { tooManyWait } from "./troubles";

const LONGEST = 2000;
const SAID_FROM = 1800;

interface Props {
  ownerId: number;
  userId: number;
  name: string;
  template: string | undefined;
  quoted: Message | null;
  onUnquote: () => void;
  onOffer: (() => void) | null;
  onSend: (content: string) => boolean;
  onFiles: (files: File[]) => void;
}

export function Composer({ ownerId, userId, name, template, quoted, onUnquote, onOffer, onSend, onFiles }: Props) {
  const { i18n } = useLingui();
  const area = useRef<HTMLTextAreaElement>(null);
  const [words, setWords] = useState(() => draftOf(ownerId, userId) || template || "");
  const prompt = name ? i18n.t("Write to {name}", { name }) : i18n.t("Write a message");
  const left = LONGEST - words.length;
  const canSend = words.trim() !== "" && left >= 0;
  useEffect(() => keepDraft(ownerId, userId, words.slice(0, LONGEST)), [ownerId, userId, words]);
  useLayoutEffect(() => {
    const field = area.current;
    if (!field) return;
    field.style.height = "auto";
    if (field.value) field.style.height = `${field.scrollHeight}px`;
  });
  useEffect(() => {
    if (quoted) area.current?.focus();
  }, [quoted]);
  const typing = useSendTyping(userId);
  const send = () => {
    if (!canSend) return;
    if (onSend(words.trim())) {
      typing.stop();
      return setWords("");
    }
    showToast({ ...tooManyWait(), tone: "bad" });
  };
  const press = (event: KeyboardEvent) => {
    // Enter also ends a composed word of an input method.
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  };
  return (
    <div
      data-composer
      className="border-t border-line bg-paper px-4 pt-3 pb-[max(12px,env(safe-area-inset-bottom))] md:px-6"
    >
      {quoted && (
        <div className="mb-2 flex items-center gap-3 border-l-2 border-ink pl-3 text-small text-ink-2">
          <span className="min-w-0 flex-1 truncate">{shortenText(contentOf(quoted), 120)}</span>
          <IconButton label={i18n.t("Do not quote")} onClick={onUnquote}>
            <X {...icon} />
          </IconButton>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-2">
        {onOffer && (
          <IconButton label={i18n.t("Offer a perfume")} className="-ml-2" onClick={onOffer}>
            <Tag {...icon} />
          </IconButton>
        )}
        <AttachButtons onFiles={onFiles} />
        <span className={cn(fieldFrame, "flex-1 max-[280px]:order-first max-[280px]:basis-full")}>
          <textarea
            ref={area}
            rows={1}
            data-testid="message-input"
            aria-label={prompt}
            aria-describedby="composer-hint"
            placeholder={prompt}
            value={words}
            onChange={({ target }) => {
              setWords(target.value);
              typing.write();
            }}
            onKeyDown={press}
            onPaste={paste}
            className={cn(
              bareInput,
              "max-h-34 resize-none py-2.5 leading-normal",
              "placeholder:overflow-hidden placeholder:text-ellipsis placeholder:whitespace-nowrap",
            )}
          />
        </span>
        <Button data-testid="send-message" disabled={!canSend} onClick={send} className="ml-auto max-md:px-3.5">
          <SendHorizontal {...icon} />
          <span className="max-md:sr-only">{i18n.t("Send")}</span>
        </Button>
      </div>
      <p
        id="composer-hint"
        className={cn("mt-1 text-meta text-ink-3", left >= LONGEST - SAID_FROM && "max-md:sr-only")}
      >
        {left > LONGEST - SAID_FROM ? (
          i18n.t("Enter sends, Shift and Enter makes a new line.")
        ) : (
          <span role="status" className={left < 0 ? "font-medium text-rosella" : undefined}>
            {left < 0
              ? i18n.t("{count, plural, one {# character} other {# characters}} too many", { count: -left })
              : i18n.t("{count, plural, one {# character} other {# characters}} left", { count: left })}
          </span>
        )}
      </p>
    </div>
  );
}
