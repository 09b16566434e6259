import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type Resolver, useForm } from "react-hook-form";
import { asRefusal } from "@/lib/calls/refusal";

interface Plan<T extends FieldValues> {
  name: string;
  rules: unknown;
  start: T;
  labels: Record<Path<T>, string>;
}

export function useRuledForm<T extends FieldValues>({ name: prefix, rules, start, labels }: Plan<T>) {
  const form = useForm<T>({
    resolver: zodResolver(rules as Parameters<typeof zodResolver>[0]) as unknown as Resolver<T>,
    defaultValues: start as DefaultValues<T>,
    shouldFocusError: false,
  });
  const [refusals, setRefusals] = useState(0);
  const { errors, submitCount } = form.formState;
  const names = Object.keys(labels) as Path<T>[];
  const idOf = (name: Path<T>) => `${prefix}-${name}`;
  const errorOf = (name: Path<T>) => errors[name]?.message as string | undefined;

  const focusOnly = (wrong: Path<T>[]) => {
    if (wrong.length === 1 && wrong[0]) form.setFocus(wrong[0]);
  };

  return {
    form,
    errorOf,
    idOf,
    field: (name: Path<T>) => ({
      ...form.register(name),
      id: idOf(name),
      label: labels[name],
      error: errorOf(name),
    }),
    summary: {
      attempt: submitCount + refusals,
      wrong: names.filter(errorOf).map((name) => ({ id: idOf(name), label: labels[name] })),
    },
    onSubmit: (send: (values: T) => unknown) =>
      form.handleSubmit(
        async (values) => void (await send(values)),
        (wrong) => focusOnly(names.filter((name) => name in wrong)),
      ),
    showError: (name: Path<T>, message: string) => {
      form.setError(name, { message });
      setTimeout(() => form.setFocus(name));
    },
    showRefusal: (error: unknown): boolean => {
      const named = asRefusal(error).fields.filter(({ field }) => field in labels);
      for (const { field, message } of named) form.setError(field as Path<T>, { message });
      if (named.length === 0) return false;
      setRefusals((before) => before + 1);
      setTimeout(() => focusOnly(named.map(({ field }) => field as Path<T>)));
      return true;
    },
  };
}
