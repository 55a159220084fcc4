/** The text after a fence: the code's language, in lower case, and its file. */
interface Info {
  readonly language: string;
  /** Empty if none is named. */
  readonly file: string;
}

const named = /(?:^|[\s{,])(?:title|filename|file|path)=/i;
const attributes = /^\{[ \t]*\.?([A-Za-z][\w+#-]{0,40})/;

/** Returns the value after a file attribute, quoted or not; empty without one. */
function valueIn(text: string): string {
  const found = named.exec(text);
  if (found === null) return '';
  const rest = text.slice(found.index + found[0].length);
  const [quote = ''] = /^["']/.exec(rest) ?? [];
  if (quote === '') return (/^[^\s"'},]*/.exec(rest)?.[0] ?? '').slice(0, 200);
  const end = rest.indexOf(quote, 1);
  return end < 0 ? '' : rest.slice(1, end).slice(0, 200);
}

/**
 * Parses the info string as models and other programs write it: `python`, `python:src/main.py`, `js title="app.js"
 * {1,3}`, `src/main.py`, `12:30:src/main.py`, `{.python .numberLines}`, `rust,no_run`.
 * @param isLanguage tells the names of languages, which file extensions are too
 */
export function readInfo(info: string, isLanguage: (name: string) => boolean): Info {
  const text = info.trim();
  const title = valueIn(text);
  const [, attribute] = attributes.exec(text) ?? [];
  if (attribute !== undefined) return { language: attribute.toLowerCase(), file: title };
  const [word = ''] = /^[^\s{]*/.exec(text) ?? [];
  const [, lines] = /^\d{1,9}:\d{1,9}:(.+)$/.exec(word) ?? [];
  if (lines !== undefined) return { language: endingOf(lines), file: lines };
  const colon = word.indexOf(':');
  const behind = word.slice(colon + 1);
  if (colon > 0 && behind !== '' && !behind.startsWith('//')) {
    return { language: languageOf(word.slice(0, colon)), file: title || behind };
  }
  const isFile = !isLanguage(word.toLowerCase()) && isPath(word, isLanguage);
  if (isFile) return { language: endingOf(word), file: title || word };
  return { language: languageOf(colon < 0 ? word : word.slice(0, colon)), file: title };
}

/** Returns whether the code is Markdown, which may contain fences. */
export const isMarkdown = (info: string): boolean => markdowns.has(readInfo(info, isOne).language);

const markdowns: ReadonlySet<string> = new Set(['markdown', 'md', 'mdx', 'rmd', 'qmd']);

const isOne = (name: string): boolean => markdowns.has(name);

const isPath = (word: string, isLanguage: (name: string) => boolean): boolean =>
  isLanguage(endingOf(word)) || (word.includes('/') && !word.includes('://'));

/** Returns the extension of a path. */
function endingOf(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase();
}

function languageOf(word: string): string {
  const [first = ''] = word.toLowerCase().split(',');
  return first.replace(/^lang(?:uage)?-/, '');
}
