import { useLingui } from "@lingui/react";
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { icon } from "./icon";
import { IconButton } from "./icon-button";
import { Modal } from "./modal";

interface Props {
  open: boolean;
  title: string;
  onClose: () => void;
  actions?: ReactNode;
  children: ReactNode;
}

export function Dialog({ open, title, onClose, actions, children }: Props) {
  const { i18n } = useLingui();
  const titleId = useId();
  return (
    <Modal
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      className="w-[min(520px,calc(100%-32px))] rounded-2 border shadow-lift max-md:mb-0 max-md:w-full max-md:max-w-full max-md:rounded-b-none max-md:rounded-t-sheet"
    >
      <div className="flex items-center justify-between gap-4 pt-3.5 pr-3 pl-6">
        <h2 id={titleId} className="text-h3">
          {title}
        </h2>
        <IconButton label={i18n.t("Close")} onClick={onClose}>
          <X {...icon} />
        </IconButton>
      </div>
      <div className="grid gap-4 px-6 pt-3 pb-6">{children}</div>
      {actions && (
        <div className="flex justify-end gap-3 border-t border-line px-6 py-4 max-md:*:flex-1">{actions}</div>
      )}
    </Modal>
  );
}
