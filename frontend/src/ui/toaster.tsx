import { useLingui } from "@lingui/react";
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from "lucide-react";
import { Toast as Radix } from "radix-ui";
import { useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { cn } from "./class-names";
import { icon } from "./icon";
import { dismissToast, onToast, readToast, type Toast, type ToastTone } from "./toast-store";
import { onTopModal, topModal } from "./top-modal";

const ICONS: Record<ToastTone, [LucideIcon, string]> = {
  plain: [Info, "text-ink-2"],
  good: [CircleCheck, "text-pandan"],
  bad: [CircleAlert, "text-rosella"],
  warn: [TriangleAlert, "text-ambar"],
};

export function Toaster() {
  const { i18n } = useLingui();
  const toast = useSyncExternalStore(onToast, readToast);
  const modal = useSyncExternalStore(onTopModal, topModal);
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50} duration={5000} label={i18n.t("Notification")}>
      {toast && <ToastCard key={`${toast.id}-${toast.revision}`} toast={toast} />}
      {createPortal(
        <Radix.Viewport
          hotkey={["F8"]}
          label={i18n.t("Notifications ({hotkey})", { hotkey: "{hotkey}" })}
          className="fixed right-0 bottom-0 z-[70] w-full max-w-[420px] p-4 outline-none max-md:top-0 max-md:bottom-auto max-md:max-w-full md:in-[body:has([data-composer])]:bottom-24"
        />,
        modal ?? document.body,
      )}
    </Radix.Provider>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { i18n } = useLingui();
  const tone = toast.tone ?? "plain";
  const [Icon, colour] = ICONS[tone];
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && dismissToast()}
      type={tone === "bad" ? "foreground" : "background"}
      className={cn(
        "flex w-full items-start gap-3 rounded-2 border border-edge bg-surface py-3.5 pr-2 pl-4 text-small leading-[1.4] text-ink shadow-lift data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)]",
        tone === "bad" && "border-rosella",
        toast.revision === 0 && "animate-enter",
      )}
    >
      <Icon {...icon} className={cn("flex-none", colour)} />
      <div className="min-w-0 flex-1">
        <Radix.Title className="font-semibold">{toast.title}</Radix.Title>
        {toast.text && <Radix.Description>{toast.text}</Radix.Description>}
      </div>
      <Radix.Close
        aria-label={i18n.t("Close")}
        className="reach -my-1.5 grid size-8 flex-none place-items-center rounded-1 hover:bg-wash"
      >
        <X {...icon} />
      </Radix.Close>
    </Radix.Root>
  );
}
