/** A text that a model might send to do harm. */
export interface Payload {
  /** Unique; a payload that runs something, or asks for something, says this name. */
  readonly name: string;
  readonly family: string;
  readonly text: string;
}

/**
 * Texts of one kind. In them `{js}` stands for a script that is noticed when it runs, `{url}` for an address
 * that nobody may ask for.
 */
export type Texts = readonly string[];

/** Fills in what a payload does, under its own name. */
export function payloadsOf(family: string, texts: Texts, trap: string): Payload[] {
  return texts.map((text, index) => {
    const name = `${family}-${index}`;
    const url = `${trap}/${name}`;
    const script = `ran('${name}');fetch('${url}')`;
    return { name, family, text: text.replaceAll('{js}', script).replaceAll('{url}', url) };
  });
}

/** Every text in every wrapper, in which `{}` stands for it. */
export function wrapped(texts: Texts, wrappers: Texts): string[] {
  return texts.flatMap((text) => wrappers.map((wrapper) => wrapper.replaceAll('{}', () => text)));
}

/** A text in pieces as a stream brings it, cut anywhere: the same pieces for the same name. */
export function piecesOf({ name, text }: Payload): string[] {
  let seed = [...name].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) >>> 0, 7);
  const next = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) >>> 0;
    return seed / 2 ** 32;
  };
  const most = Math.max(1, Math.ceil(text.length / 6));
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(next() * most);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
