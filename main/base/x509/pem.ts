const begin = '-----BEGIN CERTIFICATE-----';
const end = '-----END CERTIFICATE-----';

/** Returns the certificates in a PEM text with their armour; ignores text between them. */
export function splitCertificates(text: string): string[] {
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
