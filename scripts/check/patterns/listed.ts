/** An expression that is not proven, and why it may stay: its text is our own or short. */
export interface Listed {
  readonly file: string;
  /** As `/source/flags`; null for one that is made while the app runs. */
  readonly name: string | null;
  readonly because: string;
}

function of(file: string, because: string, names: readonly (string | null)[]): Listed[] {
  return names.map((name) => ({ file, name, because }));
}

const parsers = 'the reader of answers is to bound what it reads of a line';

export const listed: readonly Listed[] = [
  ...of('main/hosts/content-security-policy.ts', "the page of the diagrams' frame is our own", [
    '/<script[^>]*>([\\s\\S]*?)<\\/script>/g',
  ]),
  ...of('renderer/markdown/diagram/clean.ts', parsers, [
    '/@import[^;]*;?|@font-face\\s*\\{[^}]*\\}|(?:-webkit-)?(?:image-set|cross-fade|image|src)\\s*\\(/gi',
    '/url\\(\\s*(?!["\']?#)(?:"[^"]*"|\'[^\']*\'|[^)]*)\\s*\\)/gi',
    '/\\/\\*[\\s\\S]*?\\*\\//g',
  ]),
  ...of('renderer/markdown/parse/autolink.ts', parsers, ['/_[^.]*(?:\\.[^.]*)?$/']),
  ...of('renderer/markdown/parse/blocks.ts', parsers, ['/\\n(?:[ \\t]*\\n)+$/']),
  ...of('renderer/markdown/parse/continue.ts', parsers, ['/([.,;:。、，．]*)\\s*$/']),
  ...of('renderer/markdown/parse/drafts.ts', parsers, [
    '/(?:(?<!\\\\)\\\\|&#?\\w{0,12}|<\\/?|(?<!\\\\)!?\\[\\^[^\\s[\\]]{0,30}|(?<!\\\\)!\\[[^\\]]{0,150})$/',
  ]),
  ...of('renderer/markdown/parse/html.ts', parsers, [
    '/(?:<[A-Za-z][A-Za-z0-9-]*(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^"\'=<>`\\x00-\\x20]+|\'[^\']*\'|"[^"]*"))?)*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>|<!-->|<!--->|<!--[\\s\\S]*?-->|<[?][\\s\\S]*?[?]>|<![A-Za-z][^>]*>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>)/y',
    '/^(?:<[A-Za-z][A-Za-z0-9-]*(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^"\'=<>`\\x00-\\x20]+|\'[^\']*\'|"[^"]*"))?)*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>)\\s*$/',
  ]),
  ...of('renderer/markdown/parse/inlines.ts', parsers, ['/[ \\t]+$/', '/`+$/']),
  ...of('renderer/markdown/parse/starts.ts', parsers, [
    '/[ \\t]+#+[ \\t]*$/',
    '/^`{3,}(?!.*`)|^~{3,}/',
  ]),
  ...of('renderer/markdown/parse/table.ts', parsers, [
    '/^\\|?[ \\t]*:?-+:?[ \\t]*(?:\\|[ \\t]*:?-+:?[ \\t]*)*\\|?[ \\t]*$/',
  ]),
  ...of('renderer/markdown/parse/tail.ts', parsers, [
    '/^[ \\t]*(?:(?:[>*+-]|\\d{1,9}[.)])[ \\t]+)*(?:[#>*+\\-_=~|:` \\t]*|\\d{1,9}[.)]?|\\$\\$?|\\\\\\[?|(?:[-*+]|\\d{1,9}[.)])[ \\t]+\\[[ xX]?\\]?|\\[\\^[^\\s\\]]*\\]?:?|(?:`{3,}|~{3,})[^`]*|<[A-Za-z/!?]?)[ \\t]*$/',
    null,
  ]),
  ...of('renderer/markdown/plainText.ts', parsers, ['/[ \\t]+\\n/g']),
];
