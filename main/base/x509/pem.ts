const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** The certificates of a PEM text, armour included; anything between them is passed over. */
export function certificateBlocks(text: string): string[] {
  const blocks: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(begin, at);
    const last = start < 0 ? -1 : text.indexOf(end, start);
    if (last < 0) return blocks;
    at = last + end.length;
    blocks.push(text.slice(start, at));
  }
}
