import { command, programOf, quoted, type Shell } from '../../../kit/shells.ts';
import { trustedBy } from './authorities.ts';
import { hasFile, hasSecret, type Piece, type RequestUse, secretsOf } from './requestUse.ts';
import { asCurlReads } from './statusSnippets.ts';

/** Characters of a command, which every shell and system takes. */
const longest: Readonly<Record<Shell, number>> = { bash: 100_000, powershell: 30_000, cmd: 7_500 };

/** The curl of this shell must know `--variable` (8.3). */
export function needsNewCurl(shell: Shell, { url, headers, body }: RequestUse): boolean {
  const inHeaders = headers.some(({ value }) => hasSecret(value));
  return hasSecret(url) || hasSecret(body ?? []) || (shell !== 'bash' && inHeaders);
}

/**
 * No secret is in an argument, which every process of the machine can read: in bash those of headers pass by standard
 * input; others, and all in other shells, by curl's own variables.
 */
export function requestCurl(shell: Shell, use: RequestUse): string | null {
  const { method, url, body, certificate } = use;
  const headers = use.headers.map(({ name, value }): readonly Piece[] => [`${name}: `, ...value]);
  if (body !== null && !use.headers.some(({ name }) => name === 'content-type')) {
    headers.push(['content-type:']);
  }
  const byInput = shell === 'bash' ? headers.filter(hasSecret) : [];
  const others = headers.filter((one) => !byInput.includes(one));
  const named = secretsOf([url, body ?? [], ...others].flat());
  const sent = body === null ? null : bodyOf(shell, body, isJson(use));
  const options = others.map((one) => option(shell, 'header', headerText(one)));
  if (sent === undefined || options.includes(null)) return null;
  const how = method === 'HEAD' ? '--head' : `--request ${method}`;
  const address = option(shell, 'url', url);
  if (address === null) return null;
  const parts = [
    `${programOf(shell, 'curl')} --fail-with-body --globoff ${how}`,
    ...(certificate === null
      ? []
      : [
          `--cert ${quoted(shell, asCurlReads(certificate))}`,
          `--key ${quoted(shell, certificate)}`,
        ]),
    ...trustedBy(shell, use.ownAuthorities),
    ...named.map((name) => `--variable ${quoted(shell, `%${name}`)}`),
    ...options.filter((one) => one !== null),
    ...(sent === null ? [] : [sent.option]),
    ...(byInput.length === 0 ? [] : ['--header @-']),
    address,
  ];
  const lines = byInput.map((one) => one.map(inDocument).join(''));
  const document = lines.length === 0 ? '' : ` <<EOF\n${lines.join('\n')}\nEOF`;
  const text = `${sent?.before ?? ''}${command(shell, parts)}${document}\n`;
  return text.length > longest[shell] ? null : text;
}

const isJson = ({ headers }: RequestUse): boolean =>
  headers.some(
    ({ name, value }) => name === 'content-type' && /[/+]json\b/.test(value.map(String).join('')),
  );

/** Curl takes a name with a colon and nothing else for the wish to send none. */
const headerText = (header: readonly Piece[]): readonly Piece[] =>
  header.length === 2 && header[1] === '' ? [`${String(header[0]).replace(/: $/, '')};`] : header;

/** An option whose value may have secrets; null: the shell cannot pass it. */
function option(shell: Shell, name: string, pieces: readonly Piece[]): string | null {
  const expands = hasSecret(pieces);
  const text = pieces.map((piece) => inCurl(piece, expands)).join('');
  if (shell !== 'bash' && /[^\x20-\x7e]/.test(text)) return null;
  if (shell === 'powershell' && text.includes('"')) return null;
  return `--${expands ? 'expand-' : ''}${name} ${quoted(shell, text)}`;
}

function inCurl(piece: Piece, expands: boolean): string {
  if (typeof piece === 'string') return expands ? piece.replaceAll('{{', '\\{{') : piece;
  if ('file' in piece) return '';
  return `{{${piece.secret}${piece.encoded ? ':url' : ''}}}`;
}

/** What bash reads as itself in a document whose variables are put in. */
function inDocument(piece: Piece): string {
  if (typeof piece === 'string') return piece.replace(/[\\$`]/g, '\\$&');
  return 'secret' in piece ? `$${piece.secret}` : '';
}

/** Undefined: the shell cannot pass it. */
function bodyOf(
  shell: Shell,
  body: readonly Piece[],
  json: boolean,
): { readonly option: string; readonly before: string } | undefined {
  const [first, ...more] = body;
  if (first !== undefined && more.length === 0 && typeof first !== 'string' && 'file' in first) {
    return { option: `--data-binary ${quoted(shell, `@${first.file}`)}`, before: '' };
  }
  if (hasFile(body)) return undefined;
  const pieces =
    shell === 'bash' || !json
      ? body
      : body.map((piece) => (typeof piece === 'string' ? plainJson(piece) : piece));
  const text = pieces.map((piece) => (typeof piece === 'string' ? piece : '')).join('');
  if (shell === 'powershell' && !hasSecret(pieces) && !/[^\x20-\x7e]/.test(text)) {
    return { option: `--data ${quoted(shell, '@-')}`, before: `@'\n${text}\n'@ | ` };
  }
  const written = option(shell, 'data-raw', pieces);
  return written === null ? undefined : { option: written, before: '' };
}

/** JSON in one line of ASCII, so that neither a shell nor a code page can change it. */
const plainJson = (text: string): string =>
  text
    .replace(/[\t\r\n]/g, ' ')
    .replace(
      /[\u007f-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
