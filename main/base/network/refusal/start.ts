/** Of an error's body as much is read: its sentence stands at the front. */
const longest = 4096;
/** Where a page says its encoding (HTML, "Determining the character encoding"). */
const prescanned = 1024;

/** The first 4 KB of a body as text. */
export interface Start {
  readonly text: string;
  /** More was sent. */
  readonly cut: boolean;
}

/**
 * Decodes by the byte order mark, the content type's `charset`, the page's `<meta>`, or as UTF-8; what fits
 * none of them becomes U+FFFD.
 */
export function readStart(body: Uint8Array, contentType: string): Start {
  const start = body.subarray(0, longest);
  const cut = body.length > longest;
  const label = charsetOf(start, contentType);
  return { text: decode(label, start, cut), cut };
}

function charsetOf(bytes: Uint8Array, contentType: string): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  const said = charsetIn(contentType.slice(0, 200));
  if (said !== '') return said;
  const head = Buffer.from(bytes.subarray(0, prescanned)).toString('latin1').toLowerCase();
  const meta = head.indexOf('<meta');
  const found = meta < 0 ? '' : charsetIn(head.slice(meta));
  // A page that can be read so far is not UTF-16, whatever it says.
  return found === '' || found.startsWith('utf-16') ? 'utf-8' : found;
}

function charsetIn(text: string): string {
  return /charset *= *["']?([\w.:-]{1,40})/i.exec(text)?.[1]?.toLowerCase() ?? '';
}

/** A character that the cut goes through is left out. */
function decode(label: string, bytes: Uint8Array, cut: boolean): string {
  try {
    return new TextDecoder(label).decode(bytes, { stream: cut });
  } catch {
    // An encoding that nobody knows.
    return new TextDecoder().decode(bytes, { stream: cut });
  }
}
