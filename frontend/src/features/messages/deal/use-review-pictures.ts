import { useLingui } from "@lingui/react";
import { useEffect, useRef, useState } from "react";
import { messageFor } from "@/lib/i18n/refusal-messages";
import { MAX_PICTURES, uploadReviewPicture } from "@/shared/reviews/reviews";
import { MAX_BYTES } from "../attachments/files";

export interface AddedPicture {
  key: string;
  file: File;
  shown: string;
  percent: number;
  token: string | null;
  refused: string | null;
}

export function useReviewPictures(dealId: number) {
  const { i18n } = useLingui();
  const [pictures, setPictures] = useState<AddedPicture[]>([]);
  const change = (key: string, to: Partial<AddedPicture>) =>
    setPictures((current) => current.map((picture) => (picture.key === key ? { ...picture, ...to } : picture)));
  const send = async ({ key, file }: AddedPicture) => {
    try {
      const { token } = await uploadReviewPicture(dealId, file, (percent) => change(key, { percent }));
      change(key, { token });
    } catch (error) {
      change(key, { refused: messageFor(error).text });
    }
  };
  const latest = useRef(pictures);
  latest.current = pictures;
  useEffect(() => () => latest.current.forEach(({ shown }) => void URL.revokeObjectURL(shown)), []);
  const add = (files: File[]) => {
    const tooLarge = i18n.t("The file is larger than 5 MB.");
    const added = files.slice(0, MAX_PICTURES - pictures.length).map(
      (file): AddedPicture => ({
        key: crypto.randomUUID(),
        file,
        shown: URL.createObjectURL(file),
        percent: 0,
        token: null,
        refused: file.size > MAX_BYTES ? tooLarge : null,
      }),
    );
    setPictures((current) => [...current, ...added]);
    for (const picture of added) if (!picture.refused) void send(picture);
  };
  const retry = (picture: AddedPicture) => {
    change(picture.key, { percent: 0, refused: null });
    void send(picture);
  };
  const remove = ({ key, shown }: AddedPicture) => {
    URL.revokeObjectURL(shown);
    setPictures((current) => current.filter((picture) => picture.key !== key));
  };
  return { pictures, add, retry, remove };
}
