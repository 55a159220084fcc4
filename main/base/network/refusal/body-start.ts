/** Bytes read of an error's body: its message comes first. */
const longest = 4096;
/** Bytes in which a page states its encoding (HTML, "Determining the character encoding"). */
const prescanned = 1024;

/** The first 4 KB of a body as text. */
export interface BodyStart {
  readonly text: string;
  /** The body was longer. */
  readonly cut: boolean;
}

/**
 * Decodes by the byte order mark, the content type's `charset`, the page's `<meta>`, or as UTF-8; invalid bytes become
 * U+FFFD.
 */
export function readBodyStart(body: Uint8Array, contentType: string): BodyStart {
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
  // A page that was readable so far is not UTF-16, whatever it says.
  return found === '' || found.startsWith('utf-16') ? 'utf-8' : found;
}

function charsetIn(text: string): string {
  return /charset *= *["']?([\w.:-]{1,40})/i.exec(text)?.[1]?.toLowerCase() ?? '';
}

/** Leaves out a character that the cut splits. */
function decode(label: string, bytes: Uint8Array, cut: boolean): string {
  try {
    return new TextDecoder(label).decode(bytes, { stream: cut });
  } catch {
    // unknown encoding
    return new TextDecoder().decode(bytes, { stream: cut });
  }
}
