import { useLingui } from "@lingui/react";
import { chooseConversation } from "@/shared/conversations/contact";
import { paths } from "@/shared/navigation/paths";
import { Button } from "@/ui/button";
import { Link } from "@/ui/link";

export function MessageLink({ id, username }: { id: number; username: string }) {
  const { i18n } = useLingui();
  return (
    <Button asChild tone="quiet" size="small">
      <Link
        to={paths.conversation(id)}
        onClick={() => chooseConversation({ userId: id, username, profileImage: null })}
      >
        {i18n.t("Message")}
      </Link>
    </Button>
  );
}
