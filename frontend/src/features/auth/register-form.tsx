/** Opening an account. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react";
import { type FieldPath, type UseFormReturn, useForm } from "react-hook-form";
import { messageFor } from "@/lib/messages";
import { asRefusal } from "@/lib/refusal";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { ErrorSummary } from "@/ui/error-summary";
import { FieldError, TextField } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { useRegister } from "./api";
import { type RegisterForm as Form, registerRules } from "./rules";

type Name = FieldPath<Form>;

const EMPTY: Form = {
  firstName: "",
  lastName: "",
  email: "",
  username: "",
  password: "",
  confirmPassword: "",
  terms: false,
};

export function RegisterForm({ onRegistered }: { onRegistered: (username: string) => void }) {
  const { i18n } = useLingui();
  const form = useForm<Form>({ resolver: zodResolver(registerRules()), defaultValues: EMPTY, shouldFocusError: false });
  const { send, sending } = useSubmit(form, onRegistered);
  const labels = useLabels();
  const { errors, submitCount } = form.formState;
  const field = (name: Exclude<Name, "terms">) => ({
    ...form.register(name),
    id: `register-${name}`,
    label: labels[name],
    error: errors[name]?.message,
  });
  const wrong = (Object.keys(labels) as Name[]).filter((name) => errors[name]);
  return (
    <form noValidate onSubmit={form.handleSubmit(send, () => focusOnly(form))} className="grid gap-4">
      <ErrorSummary
        attempt={submitCount}
        wrong={wrong.map((name) => ({ id: `register-${name}`, label: labels[name] }))}
      />
      <Two>
        <TextField {...field("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} autoComplete="family-name" />
      </Two>
      <TextField {...field("email")} type="email" autoComplete="email" />
      <TextField {...field("username")} autoComplete="username" autoCapitalize="none" />
      <Two>
        <PasswordField {...field("password")} autoComplete="new-password" hint={i18n.t("At least 8 characters.")} />
        <PasswordField {...field("confirmPassword")} autoComplete="new-password" />
      </Two>
      <Terms form={form} />
      <Button type="submit" size="large" wide busy={sending} className="max-md:px-2">
        {i18n.t("Create Account with Email Verification")}
      </Button>
    </form>
  );
}

function Two({ children }: { children: React.ReactNode }) {
  return <div className="grid items-start gap-4 min-[480px]:grid-cols-2">{children}</div>;
}

function Terms({ form }: { form: UseFormReturn<Form> }) {
  const { i18n } = useLingui();
  const error = form.formState.errors.terms?.message;
  const box = form.register("terms", {
    // Told at once, unlike the fields, which wait for the first submit.
    onChange: () => void form.trigger("terms"),
  });
  return (
    <div>
      <Checkbox
        id="register-terms"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "register-terms-error" : undefined}
        {...box}
      >
        {i18n.t("I am at least 16, or have a guardian’s permission, and accept the Terms of Service")}
      </Checkbox>
      <FieldError id="register-terms-error">{error}</FieldError>
    </div>
  );
}

function useLabels(): Record<Name, string> {
  const { i18n } = useLingui();
  return {
    firstName: i18n.t("First name"),
    lastName: i18n.t("Last name"),
    email: i18n.t("Email"),
    username: i18n.t("Username"),
    password: i18n.t("Password"),
    confirmPassword: i18n.t("Confirm password"),
    terms: i18n.t("Terms of Service"),
  };
}

/** With one wrong field the focus goes there; with more the summary takes it. */
function focusOnly(form: UseFormReturn<Form>): void {
  const wrong = Object.keys(form.formState.errors) as Name[];
  if (wrong.length === 1 && wrong[0]) form.setFocus(wrong[0]);
}

/** The confirmation and the terms stay here; only the account itself is sent. */
function useSubmit(form: UseFormReturn<Form>, onRegistered: (username: string) => void) {
  const { i18n } = useLingui();
  const register = useRegister();
  const refused = (error: Error) => {
    const refusal = asRefusal(error);
    if (refusal.code === "username_taken") {
      form.setError("username", { message: i18n.t("Username already taken") }, { shouldFocus: true });
      return;
    }
    for (const { field, message } of refusal.fields) if (field in EMPTY) form.setError(field as Name, { message });
    showToast({ title: i18n.t("Registration failed"), text: messageFor(error).text, tone: "bad" });
  };
  const send = ({ username, email, password, firstName, lastName }: Form) =>
    register.mutate(
      { username, email, password, firstName, lastName },
      { onSuccess: () => onRegistered(username), onError: refused },
    );
  return { send, sending: register.isPending };
}
