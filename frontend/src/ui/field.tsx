import { useLingui } from "@lingui/react";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cn } from "./class-names";
import { smallIcon } from "./icon";

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  optional?: boolean | string;
  aside?: ReactNode;
}

export function useField({ hint, error }: Pick<FieldProps, "hint" | "error">, givenId?: string) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return { id, "aria-invalid": error ? true : undefined, "aria-describedby": described } as const;
}

export function Field({
  label,
  hint,
  error,
  optional,
  aside,
  id,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  const { i18n } = useLingui();
  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <label htmlFor={id} className="text-small font-semibold">
          {label}
          {optional && (
            <span className="font-normal text-ink-3"> {optional === true ? i18n.t("optional") : optional}</span>
          )}
        </label>
        {aside}
      </div>
      {children}
      <FieldError id={`${id}-error`}>{error}</FieldError>
      {hint && !error && (
        <p id={`${id}-hint`} className="text-meta text-ink-3">
          {hint}
        </p>
      )}
    </div>
  );
}

export function FieldError({ id, children }: { id: string; children?: string }) {
  if (!children) return null;
  return (
    <p id={id} className="flex gap-1.5 text-meta font-medium text-rosella">
      <CircleAlert {...smallIcon} className="mt-px flex-none" />
      {children}
    </p>
  );
}

const FRAME =
  "flex w-full items-center rounded-1 border border-edge bg-surface transition-colors hover:border-ink focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-[var(--focus)] has-aria-invalid:border-rosella has-aria-invalid:inset-ring has-aria-invalid:inset-ring-rosella has-disabled:border-line has-disabled:bg-wash has-disabled:text-ink-3";
const BARE =
  "min-h-[42px] w-full min-w-0 flex-1 bg-transparent px-3 text-field outline-none focus-visible:outline-none";

type InputProps = FieldProps & Omit<ComponentProps<"input">, "prefix"> & { prefix?: string; suffix?: ReactNode };

export function TextField({
  label,
  hint,
  error,
  optional,
  aside,
  prefix,
  suffix,
  id: givenId,
  className,
  ...rest
}: InputProps) {
  const field = useField({ hint, error }, givenId);
  return (
    <Field {...{ label, hint, error, optional, aside }} id={field.id}>
      <span className={cn(FRAME, className)}>
        {prefix && <span className="pl-3 text-ink-3">{prefix}</span>}
        <input className={cn(BARE, prefix && "pl-2")} {...field} {...rest} />
        {suffix && <span className="whitespace-nowrap pr-3 text-ink-3">{suffix}</span>}
      </span>
    </Field>
  );
}

type AreaProps = FieldProps & ComponentProps<"textarea">;

export function TextArea({ label, hint, error, optional, aside, id: givenId, ...rest }: AreaProps) {
  const field = useField({ hint, error }, givenId);
  return (
    <Field {...{ label, hint, error, optional, aside }} id={field.id}>
      <span className={FRAME}>
        <textarea className={cn(BARE, "min-h-28 resize-y py-2.5 leading-normal")} {...field} {...rest} />
      </span>
    </Field>
  );
}

export const fieldFrame = FRAME;
export const bareInput = BARE;
