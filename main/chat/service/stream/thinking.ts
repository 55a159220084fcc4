import type { CompletionListener } from './chunks.ts';

/** A listener that is also told when nothing more comes. */
interface ThinkingListener extends CompletionListener {
  end(): void;
}

interface Mark {
  readonly open: string;
  /** Possible ends. */
  readonly close: readonly string[];
}

/** Marks around reasoning that comes as text. */
const marks: readonly Mark[] = [
  { open: '<think>', close: ['</think>'] },
  { open: '<thinking>', close: ['</thinking>'] },
  { open: '<thought>', close: ['</thought>'] },
  { open: '<seed:think>', close: ['</seed:think>'] },
  { open: '[THINK]', close: ['[/THINK]'] },
  { open: '◁think▷', close: ['◁/think▷'] },
  { open: '<|channel>thought', close: ['<channel|>'] },
  {
    open: '<|channel|>analysis<|message|>',
    close: [
      '<|end|><|start|>assistant<|channel|>final<|message|>',
      '<|channel|>final<|message|>',
      '<|end|>',
    ],
  },
];
/** If the chat template has begun it, the text has only its end. */
const loneClose: Mark = { open: '<think>', close: ['</think>'] };
/** Maximum characters before an end without a beginning. */
const mostBefore = 400_000;
/** A mark between these is only quoted. */
const openingQuotes = '“‘「『';
const evenQuotes = '`"\'';
/** Characters of a line searched for an earlier opening quote. */
const longestLine = 2_000;

/**
 * Reports reasoning at the very start of an answer's content as reasoning, however it is split. If only its end comes,
 * alone on its line, everything before it was reasoning (`thought`).
 */
export function splitThinking(listener: CompletionListener): ThinkingListener {
  const choices = new Map<number, Splitter>();
  const of = (choice: number): Splitter => {
    let splitter = choices.get(choice);
    if (splitter === undefined) {
      splitter = new Splitter(listener, choice);
      choices.set(choice, splitter);
    }
    return splitter;
  };
  const flush = (): void => {
    for (const splitter of choices.values()) splitter.flush();
  };
  return {
    ...listener,
    content: (text, choice) => of(choice).add(text),
    reasoning(text, choice, field) {
      of(choice).hasField();
      listener.reasoning?.(text, choice, field);
    },
    quiet(isQuiet) {
      if (isQuiet) flush();
      listener.quiet?.(isQuiet);
    },
    end: flush,
  };
}

/** The content of one choice. */
class Splitter {
  readonly #listener: CompletionListener;
  readonly #choice: number;
  #state: 'start' | 'thinking' | 'text' = 'start';
  #mark: Mark | null = null;
  /** Text not reported yet: it may be part of a mark. */
  #held = '';
  /** The last reported line so far. */
  #line = '';
  /** Reported content while an end without a beginning may follow; null if none may. */
  #before: string[] | null = [];
  #lengthBefore = 0;

  constructor(listener: CompletionListener, choice: number) {
    this.#listener = listener;
    this.#choice = choice;
    if (listener.thought === undefined) this.#before = null;
  }

  /** Reasoning comes in its own field: an end without a beginning is text. */
  hasField(): void {
    this.#before = null;
  }

  add(text: string): void {
    const isPlain = this.#state === 'text' && this.#held === '';
    if (isPlain && (this.#before === null || !text.includes('<'))) {
      this.#tellText(text);
      return;
    }
    this.#held += text;
    this.#go(false);
  }

  /** Nothing follows for now: reports the held text. */
  flush(): void {
    if (this.#held !== '') this.#go(true);
  }

  #go(final: boolean): void {
    if (this.#state === 'start') this.#begin(final);
    if (this.#state === 'thinking') this.#think(final);
    if (this.#state === 'text') this.#say(final);
  }

  #begin(final: boolean): void {
    const text = this.#held.trimStart();
    const mark = marks.find(({ open }) => text.startsWith(open));
    if (mark !== undefined) {
      this.#mark = mark;
      this.#state = 'thinking';
      this.#before = null;
      this.#held = text.slice(mark.open.length);
      return;
    }
    if (final || !marks.some(({ open }) => open.startsWith(text))) this.#state = 'text';
  }

  #think(final: boolean): void {
    const { close } = this.#mark ?? loneClose;
    const found = findClose(this.#line, this.#held, close, final);
    const until = found?.at ?? (final ? this.#held.length : mayBegin(this.#held, close));
    const text = this.#held.slice(0, until);
    this.#held = this.#held.slice(until);
    if (text !== '') {
      this.#listener.reasoning?.(text, this.#choice, 'reasoning_content');
      this.#line = lineAfter(this.#line, text);
    }
    if (found === null || found.isOpen) return;
    this.#held = this.#held.slice(found.length).trimStart();
    this.#state = 'text';
  }

  #say(final: boolean): void {
    if (this.#before !== null) {
      const at = this.#held.indexOf('</think>');
      if (at >= 0) {
        this.#tellText(this.#held.slice(0, at));
        const after = this.#held.slice(at + '</think>'.length);
        this.#held = this.#held.slice(at);
        if (!final && after.trim() === '' && !after.includes('\n')) return;
        if (isAlone(this.#before.join(''), after)) {
          this.#listener.thought?.(this.#choice);
          this.#held = after.trimStart();
        }
        this.#before = null;
      }
    }
    const until =
      final || this.#before === null ? this.#held.length : mayBegin(this.#held, loneClose.close);
    const text = this.#held.slice(0, until);
    this.#held = this.#held.slice(until);
    this.#tellText(text);
  }

  #tellText(text: string): void {
    if (text === '') return;
    if (this.#before !== null) {
      this.#before.push(text);
      this.#lengthBefore += text.length;
      if (this.#lengthBefore > mostBefore) this.#before = null;
    }
    this.#listener.content(text, this.#choice);
  }
}

interface Found {
  readonly at: number;
  readonly length: number;
  /** The text after it must be seen first. */
  readonly isOpen: boolean;
}

/** Finds the first unquoted end in a text. @param line the line that the text continues */
function findClose(
  line: string,
  text: string,
  close: readonly string[],
  final: boolean,
): Found | null {
  for (let from = 0; from < text.length; ) {
    const [first] = close
      .map((mark) => ({ at: text.indexOf(mark, from), length: mark.length }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at || b.length - a.length);
    if (first === undefined) return null;
    const { at, length } = first;
    const rest = text.slice(at);
    const isLonger = close.some((mark) => mark.length > length && mark.startsWith(rest));
    const quoted = isQuoteOpen(lineAfter(line, text.slice(0, at)));
    const isOpen = !final && (isLonger || (quoted && rest.length === length));
    if (isOpen || !quoted || !isQuote(text[at + length])) return { at, length, isOpen };
    from = at + length;
  }
  return null;
}

/** Returns whether the last character of a line opens a quote. */
function isQuoteOpen(line: string): boolean {
  const last = line.at(-1) ?? '';
  if (last === '') return false;
  if (openingQuotes.includes(last)) return true;
  return evenQuotes.includes(last) && line.split(last).length % 2 === 0;
}

function isQuote(character = ''): boolean {
  return character !== '' && `${evenQuotes}”’」』`.includes(character);
}

function lineAfter(line: string, text: string): string {
  const at = text.lastIndexOf('\n');
  return (at < 0 ? line + text : text.slice(at + 1)).slice(-longestLine);
}

/** Returns where the end of a text starts that may begin one of these. */
function mayBegin(text: string, wanted: readonly string[]): number {
  const longest = Math.max(...wanted.map(({ length }) => length));
  for (let at = Math.max(0, text.length - longest + 1); at < text.length; at += 1) {
    const rest = text.slice(at);
    if (wanted.some((one) => one.startsWith(rest))) return at;
  }
  return text.length;
}

/** Returns whether an end is alone on its line, outside code, with no beginning mentioned before. */
function isAlone(before: string, after: string): boolean {
  if (before.trim() === '') return true;
  const start = before.lastIndexOf('\n');
  const [rest = ''] = after.split('\n', 1);
  const fences = before.split('```').length - 1;
  const isLine = start >= 0 && before.slice(start).trim() === '' && rest.trim() === '';
  return isLine && fences % 2 === 0 && !before.includes('<think');
}
