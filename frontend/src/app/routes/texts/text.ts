export interface Part {
  heading: string;
  words?: string[];
  list?: string[];
}

export interface Text {
  title: string;
  updated?: string;
  lead: string;
  parts: Part[];
}

export type Texts = Record<"en" | "ms", Text>;
