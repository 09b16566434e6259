import { useLingui } from "@lingui/react";
import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { TextField } from "./field";
import { icon } from "./icon";
import { IconButton } from "./icon-button";

export function PasswordField(props: ComponentProps<typeof TextField>) {
  const { i18n } = useLingui();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      suffix={
        <IconButton
          className="-mr-3 h-[42px] text-ink"
          label={shown ? i18n.t("Hide password") : i18n.t("Show password")}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff {...icon} /> : <Eye {...icon} />}
        </IconButton>
      }
    />
  );
}
