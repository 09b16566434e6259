/** Catalogues of words, compiled while building. */
declare module "*.po" {
  import type { Messages } from "@lingui/core";

  export const messages: Messages;
}
