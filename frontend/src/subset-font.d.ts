/** The part of subset-font that scripts/glyphs.ts uses; it brings no types. */
declare module "subset-font" {
  export default function subsetFont(
    font: Buffer,
    letters: string,
    options: { targetFormat: "woff2" },
  ): Promise<Buffer>;
}
