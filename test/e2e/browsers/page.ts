import type { Language } from '../../tour/texts.ts';

/** A page in a browser that Playwright does not drive. */
export interface BrowserPage {
  /** The browser's name and version, as it says. */
  readonly version: string;
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of a JavaScript expression in the page: something of JSON. */
  evaluate(expression: string): Promise<unknown>;
  /** Presses the main button of the mouse at a point of the viewport, in CSS pixels. */
  pressAt(x: number, y: number): Promise<void>;
  /** Types into what has the focus; `keys.…` are keys without a character. */
  type(text: string): Promise<void>;
  /** PNG. */
  picture(): Promise<Buffer>;
  /** What the browser has told of errors, uncaught or in its console, and of what the page's policy forbids. */
  problems(): Promise<readonly string[]>;
}

/** How a browser of this kind is started; it ends when the test has finished. */
export type StartBrowser = (language: Language) => Promise<BrowserPage>;

/** Both languages of WebDriver press keys by these code points. */
export const keys = { enter: '\uE007', shift: '\uE008', control: '\uE009' } as const;

export const size = { width: 1280, height: 800 } as const;

/** What WebDriver is told to press a point. */
export function pressActions(x: number, y: number): object[] {
  return [
    {
      type: 'pointer',
      id: 'mouse',
      parameters: { pointerType: 'mouse' },
      actions: [
        { type: 'pointerMove', x: Math.round(x), y: Math.round(y) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    },
  ];
}

const modifiers: readonly string[] = [keys.shift, keys.control];

/** What WebDriver is told to type a text; shift and control are held for the key that follows them. */
export function typeActions(text: string): object[] {
  const actions: object[] = [];
  let held: string[] = [];
  for (const value of text) {
    actions.push({ type: 'keyDown', value });
    if (modifiers.includes(value)) {
      held.push(value);
      continue;
    }
    for (const one of [value, ...held]) actions.push({ type: 'keyUp', value: one });
    held = [];
  }
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** For a page of its own beginning: what its policy forbids is told to the console as an error. */
export const tellViolations = `document.addEventListener('securitypolicyviolation', (event) => {
  console.error('policy: ' + [event.effectiveDirective, event.blockedURI, event.sourceFile, event.sample].join(' '));
})`;

/** For a browser whose console cannot be read: what is told from here on is kept in the page. */
export const keepProblems = `globalThis.problems = [];
const tell = (...given) => globalThis.problems.push(given.join(' '));
console.error = tell;
addEventListener('error', ({ message }) => tell(message));
addEventListener('unhandledrejection', ({ reason }) => tell(String(reason)));
${tellViolations}`;
