import { useLingui } from "@lingui/react";
import { useDeferredValue, useState } from "react";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { FoundMessages } from "./search-results";

interface Props {
  ownerId: number;
  userId: number;
  name: string;
  onClose: () => void;
}

export function SearchDialog({ ownerId, userId, name, onClose }: Props) {
  const { i18n } = useLingui();
  const [words, setWords] = useState("");
  const sought = useDeferredValue(words.trim());
  return (
    <Dialog open title={i18n.t("Search messages with {name}", { name })} onClose={onClose}>
      <TextField
        label={i18n.t("Words")}
        type="search"
        maxLength={100}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      <div className="-mx-6 max-h-[50dvh] overflow-y-auto px-1">
        {sought && <FoundMessages words={sought} ownerId={ownerId} userId={userId} nothingElse onOpen={onClose} />}
      </div>
    </Dialog>
  );
}
