/** Signing in by username, or by email. */
import { zodResolver } from "@hookform/resolvers/zod";
import { useLingui } from "@lingui/react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { messageFor } from "@/lib/messages";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/field";
import { PasswordField } from "@/ui/password-field";
import { showToast } from "@/ui/toast-store";
import { type SignIn, useSignIn } from "./api";
import { emailRules, usernameRules } from "./rules";

export function SignInForm({ username }: { username?: string }) {
  const { i18n } = useLingui();
  const [byEmail, setByEmail] = useState(false);
  const switchWords = byEmail ? i18n.t("Use username and password") : i18n.t("Use email and password");
  return (
    <>
      {byEmail ? <ByEmail /> : <ByUsername username={username} />}
      <Button
        tone="quiet"
        className="link mt-3 px-0 font-normal hover:bg-transparent"
        onClick={() => setByEmail(!byEmail)}
      >
        {switchWords}
      </Button>
    </>
  );
}

function ByUsername({ username = "" }: { username?: string }) {
  const { i18n } = useLingui();
  const form = useForm({ resolver: zodResolver(usernameRules()), defaultValues: { username, password: "" } });
  const { errors } = form.formState;
  const { send, sending } = useSubmit();
  return (
    <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-6">
      <TextField
        label={i18n.t("Username")}
        autoComplete="username"
        autoCapitalize="none"
        error={errors.username?.message}
        {...form.register("username")}
      />
      <PasswordField
        label={i18n.t("Password")}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <SubmitButton sending={sending} />
    </form>
  );
}

function ByEmail() {
  const { i18n } = useLingui();
  const form = useForm({ resolver: zodResolver(emailRules()), defaultValues: { email: "", password: "" } });
  const { errors } = form.formState;
  const { send, sending } = useSubmit();
  return (
    <form noValidate onSubmit={form.handleSubmit(send)} className="grid gap-6">
      <TextField
        label={i18n.t("Email")}
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <PasswordField
        label={i18n.t("Password")}
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      <SubmitButton sending={sending} />
    </form>
  );
}

function SubmitButton({ sending }: { sending: boolean }) {
  const { i18n } = useLingui();
  return (
    <Button type="submit" size="large" wide busy={sending}>
      {i18n.t("Sign In")}
    </Button>
  );
}

function useSubmit() {
  const { i18n } = useLingui();
  const signIn = useSignIn();
  const refused = (error: Error) => {
    const { text } = messageFor(error);
    showToast({ title: i18n.t("Login failed"), text, tone: "bad" });
  };
  return {
    send: (body: SignIn) => signIn.mutate(body, { onError: refused }),
    sending: signIn.isPending,
  };
}
