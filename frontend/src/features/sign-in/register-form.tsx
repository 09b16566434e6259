import { useLingui } from "@lingui/react";
import { failureMessage } from "@/lib/calls/commands";
import { asRefusal } from "@/lib/calls/refusal";
import { useRuledForm } from "@/lib/forms/forms";
import { useIsOpen } from "@/shared/settings/marketplace-settings";
import { Button } from "@/ui/button";
import { Checkbox } from "@/ui/choice";
import { ErrorSummary } from "@/ui/error-summary";
import { FieldError, TextField } from "@/ui/field";
import { NewPasswordField } from "@/ui/new-password-field";
import { Notice } from "@/ui/notice";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { useRegister, wayBack } from "./api";
import { type RegisterForm as Form, registerRules } from "./rules";

const EMPTY: Form = {
  firstName: "",
  lastName: "",
  email: "",
  username: "",
  password: "",
  confirmPassword: "",
  terms: false,
};

type Registered = (account: { username: string; email: string }) => void;

interface Props {
  redirect?: string | null;
  onRegistered: Registered;
}

export function RegisterForm({ redirect, onRegistered }: Props) {
  const { i18n } = useLingui();
  const labels = useLabels();
  const ruled = useRuledForm<Form>({ name: "register", rules: registerRules(), start: EMPTY, labels });
  const { form, field, summary, onSubmit } = ruled;
  const { send, sending } = useSubmit(ruled, wayBack(redirect), onRegistered);
  const isOpen = useIsOpen("registration");
  return (
    <form noValidate onSubmit={onSubmit(send)} className="grid gap-4">
      {!isOpen && (
        <Notice tone="warn" role="status">
          {i18n.t("New accounts cannot be made right now. Please try again later.")}
        </Notice>
      )}
      <ErrorSummary {...summary} />
      <Two>
        <TextField {...field("firstName")} autoComplete="given-name" />
        <TextField {...field("lastName")} autoComplete="family-name" />
      </Two>
      <TextField {...field("email")} type="email" autoComplete="email" />
      <TextField {...field("username")} autoComplete="username" autoCapitalize="none" spellCheck={false} />
      <Two>
        <NewPasswordField {...field("password")} typed={form.watch("password")} />
        <PasswordField {...field("confirmPassword")} autoComplete="new-password" />
      </Two>
      <Terms ruled={ruled} />
      <Button type="submit" size="large" wide busy={sending} className="max-md:px-2">
        {i18n.t("Create Account with Email Verification")}
      </Button>
    </form>
  );
}

type Ruled = ReturnType<typeof useRuledForm<Form>>;

function Two({ children }: { children: React.ReactNode }) {
  return <div className="grid items-start gap-4 min-[480px]:grid-cols-2">{children}</div>;
}

function Terms({ ruled: { form, errorOf, idOf } }: { ruled: Ruled }) {
  const { i18n } = useLingui();
  const error = errorOf("terms");
  const box = form.register("terms", {
    onChange: () => void form.trigger("terms"),
  });
  return (
    <div>
      <Checkbox
        id={idOf("terms")}
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

function useLabels(): Record<keyof Form, string> {
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

function useSubmit({ showError, showRefusal }: Ruled, back: ReturnType<typeof wayBack>, onRegistered: Registered) {
  const { i18n } = useLingui();
  const register = useRegister();
  const refused = (error: Error) => {
    showToast({ ...failureMessage(i18n.t("Registration failed"), error), tone: "bad" });
    if (asRefusal(error).code === "username_taken") showError("username", i18n.t("Username already taken"));
    else showRefusal(error);
  };
  const send = ({ username, email, password, firstName, lastName }: Form) =>
    register.mutate(
      { username, email, password, firstName, lastName, ...back },
      { onSuccess: () => onRegistered({ username, email }), onError: refused },
    );
  return { send, sending: register.isPending };
}
