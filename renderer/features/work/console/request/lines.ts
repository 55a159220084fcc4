import { JsonError, parseJson } from '../../../../../common/texts/json.ts';
import { isSecretName } from '../../../../../common/texts/secret-names.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../../preload/contract/work/console-requests.ts';
import type { Piece, RequestUse } from '../../../systems/elsewhere/index.ts';
import { dots } from './variables.ts';

/** Characters of a body in lines to copy. */
const longest = 100_000;
const encodedDots = encodeURIComponent(dots);

/** The app's own token, in lines for other programs. */
export const tokenVariable = 'ACCESS_TOKEN';

type Sent = Pick<RequestUse, 'method' | 'url' | 'headers' | 'body'>;

/** Returns a request with the names of variables instead of its secrets. Null: its body is too long for lines. */
export function sentOf(exact: ExactRequest, request: ConsoleRequest): Sent | null {
  if ((exact.body?.length ?? 0) > longest) return null;
  const secrets = exact.variables.filter(({ value }) => value === null);
  const typed = request.parameters.some(
    ({ in: place, name }) => place === 'path' && isSecretName(name),
  );
  const [only] = secrets.length === 1 && !typed ? secrets : [];
  let turn = 0;
  const nameOf = (): string => {
    turn += 1;
    return only === undefined ? `SECRET_${turn}` : variableOf(only.name);
  };
  const split = (text: string, encoded: boolean): readonly Piece[] =>
    text
      .replaceAll(encodedDots, dots)
      .split(dots)
      .flatMap((piece, index) => [
        ...(index > 0 ? [{ secret: nameOf(), encoded }] : []),
        ...(piece === '' ? [] : [piece]),
      ]);
  const at = exact.url.indexOf('?') + 1;
  return {
    method: exact.method,
    url:
      at === 0
        ? split(exact.url, true)
        : [...split(exact.url.slice(0, at), true), ...pairs(exact.url.slice(at), split)],
    headers: exact.headers.map(({ name, value, secret }) => {
      if (!secret) return { name, value: [value] };
      const isOwn = exact.token && name === 'authorization';
      return {
        name,
        value: isOwn
          ? [value.replace(dots, ''), { secret: tokenVariable, encoded: false }]
          : [{ secret: variableOf(name), encoded: false }],
      };
    }),
    body: bodyOf(exact, request.body, split),
  };
}

type Split = (text: string, encoded: boolean) => readonly Piece[];

const variableOf = (name: string): string =>
  `SECRET_${name
    .slice(0, 60)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')}`;

/** Fields of a query or a form: those with secret names come from the environment. */
function pairs(text: string, split: Split): readonly Piece[] {
  return text.split('&').flatMap((pair, index): readonly Piece[] => {
    const before = index === 0 ? '' : '&';
    const equal = pair.indexOf('=');
    const name = pair.slice(0, Math.max(equal, 0));
    return isSecretName(name)
      ? [`${before}${name}=`, { secret: variableOf(name), encoded: true }]
      : split(`${before}${pair}`, true);
  });
}

function bodyOf(
  { body, headers }: ExactRequest,
  written: ConsoleRequest['body'],
  split: Split,
): readonly Piece[] | null {
  if (body === null || written === null) return null;
  const type = headers.find(({ name }) => name === 'content-type')?.value ?? '';
  switch (written.kind) {
    case 'file':
      return [{ file: written.file.name }];
    case 'urlencoded':
      return pairs(body, split);
    case 'multipart':
      return parts(body, type, written.fields, split);
    case 'text':
      return /[/+]json\b/i.test(type) ? fields(body, split) : split(body, false);
  }
}

/** The boundary is a hash of the content, which has it nowhere. */
function parts(
  body: string,
  type: string,
  written: Extract<ConsoleRequest['body'], { kind: 'multipart' }>['fields'],
  split: Split,
): readonly Piece[] {
  const boundary = `--${type.split('boundary=')[1] ?? ''}`;
  return body.split(boundary).flatMap((part, index): readonly Piece[] => {
    const before = index === 0 ? '' : boundary;
    const field = index === 0 ? undefined : written[index - 1];
    const start = part.indexOf('\r\n\r\n') + 4;
    if (field === undefined) return split(`${before}${part}`, false);
    const head = `${before}${part.slice(0, start)}`;
    if ('file' in field) return [head, { file: field.file.name }, '\r\n'];
    return isSecretName(field.name) && !part.includes(dots)
      ? [head, { secret: variableOf(field.name), encoded: false }, '\r\n']
      : split(`${before}${part}`, false);
  });
}

/** JSON to the letter, but for texts of fields with secret names. */
function fields(body: string, split: Split): readonly Piece[] {
  const found = new Map<string, string>();
  try {
    parseJson(body, (name, value) => {
      if (typeof value === 'string' && value !== '' && isSecretName(name) && !value.includes(dots))
        found.set(value, variableOf(name));
      return value;
    });
  } catch (cause) {
    if (cause instanceof JsonError) return split(body, false);
    throw cause;
  }
  let pieces: readonly Piece[] = [body];
  for (const [value, secret] of found) {
    const literal = JSON.stringify(value);
    pieces = pieces.flatMap((piece): readonly Piece[] =>
      typeof piece !== 'string'
        ? [piece]
        : piece
            .split(literal)
            .flatMap((one, index) =>
              index === 0 ? [one] : ['"', { secret, encoded: false }, '"', one],
            ),
    );
  }
  return pieces.flatMap((piece) => (typeof piece === 'string' ? split(piece, false) : [piece]));
}
