import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { cn } from "./class-names";
import { bareInput, Field, type FieldProps, fieldFrame, useField } from "./field";
import { smallIcon } from "./icon";

type BareProps = ComponentProps<"select">;

export function Select({ className, children, ...rest }: BareProps) {
  return (
    <span className={cn(fieldFrame, "relative")}>
      <select className={cn(bareInput, "appearance-none pr-9", className)} {...rest}>
        {children}
      </select>
      <ChevronDown {...smallIcon} className="pointer-events-none absolute right-3 text-ink-3" />
    </span>
  );
}

export function SelectField({ label, hint, error, optional, aside, id: givenId, ...rest }: FieldProps & BareProps) {
  const field = useField({ hint, error }, givenId);
  return (
    <Field {...{ label, hint, error, optional, aside }} id={field.id}>
      <Select {...field} {...rest} />
    </Field>
  );
}
