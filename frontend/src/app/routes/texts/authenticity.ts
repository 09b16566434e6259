import { textOf as english } from "./authenticity-en";
import { textOf as malay } from "./authenticity-ms";
import type { Texts } from "./text";

export const texts = (isProtected: boolean): Texts => ({ en: english(isProtected), ms: malay(isProtected) });
