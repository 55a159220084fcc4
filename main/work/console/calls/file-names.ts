const endings: Readonly<Record<string, string>> = {
  'application/json': '.json',
  'application/pdf': '.pdf',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'text/html': '.html',
  'text/csv': '.csv',
  'text/plain': '.txt',
};

/** Returns the name that an answer gives its body, else one from its address. It is not yet safe for a disk. */
export function fileNameOf(answer: {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}): string {
  const given = namedBy(answer.headers['content-disposition'] ?? '');
  if (given !== null && given !== '') return given;
  const last = new URL(answer.url).pathname.split('/').filter(Boolean).at(-1) ?? 'answer';
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  const ending = endings[type.trim().toLowerCase()] ?? '';
  const name = decoded(last);
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}${ending}`;
}

/** RFC 6266: `filename*` before `filename`. */
function namedBy(disposition: string): string | null {
  const header = disposition.slice(0, 4000);
  const extended =
    /filename\*\s{0,9}=\s{0,9}(?:utf-8|iso-8859-1)'[^']{0,20}'([^;\s]{1,2000})/i.exec(header);
  if (extended?.[1] !== undefined) return decoded(extended[1]);
  const plain = /filename\s{0,9}=\s{0,9}(?:"((?:[^"\\]|\\.){0,2000})"|([^;\s"]{1,2000}))/i.exec(
    header,
  );
  const found = plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2];
  return found ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
