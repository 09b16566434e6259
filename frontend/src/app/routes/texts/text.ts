/** A page of plain words: a lead, and parts with paragraphs or a list. */

export interface Part {
  heading: string;
  words?: string[];
  list?: string[];
}

export interface Text {
  title: string;
  /** The day of the last change, for what people agree to. */
  updated?: string;
  lead: string;
  parts: Part[];
}

export type Texts = Record<"en" | "ms", Text>;
