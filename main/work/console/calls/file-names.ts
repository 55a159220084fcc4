import { dots } from '../request/variables.ts';

const encodedDots = encodeURIComponent(dots);
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
  /** As it is shown. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}): string {
  const given = namedBy(answer.headers['content-disposition'] ?? '');
  if (given !== null && given !== '') return given;
  const parts = new URL(answer.url).pathname.split('/');
  const last = parts.findLast((part) => part !== '' && !part.includes(encodedDots)) ?? 'answer';
  const [type = ''] = (answer.headers['content-type'] ?? '').split(';');
  const ending = endings[type.trim().toLowerCase()] ?? '';
  const name = decoded(last);
  return /\.[A-Za-z0-9]{1,8}$/.test(name) ? name : `${name}${ending}`;
}

/** RFC 6266: `filename*` before `filename`. */
function namedBy(disposition: string): string | null {
  const parameters = disposition
    .slice(0, 4000)
    .split(';')
    .map((part) => {
      const equal = part.indexOf('=');
      return {
        name: part.slice(0, equal).trim().toLowerCase(),
        value: part.slice(equal + 1).trim(),
      };
    });
  const parameterOf = (name: string) => parameters.find((one) => one.name === name)?.value;
  const [, , ...extended] = parameterOf('filename*')?.split("'") ?? [];
  if (extended.length > 0) return decoded(extended.join("'"));
  const plain = parameterOf('filename');
  return plain?.startsWith('"') ? plain.replaceAll('\\', '').replaceAll('"', '') : (plain ?? null);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
