import { fireEvent, screen } from "@testing-library/react";

export function choosePhoto(...names: string[]) {
  const files = names.map((name) => {
    const type = `image/${name.split(".").at(-1)}`;
    return new File([new Uint8Array(10)], name, { type });
  });
  fireEvent.change(screen.getByLabelText("Choose photographs"), { target: { files } });
}
