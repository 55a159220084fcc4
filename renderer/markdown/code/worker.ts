import {
  createCssVariablesTheme,
  createHighlighterCore,
  type GrammarState,
  type HighlighterCore,
} from 'shiki/core';
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript';
import { loadGrammar } from './grammars.ts';
import type { Grammar } from './languages.ts';
import { type ColouredLine, classes, type Request, type Response } from './protocol.ts';

// Colours code outside the page's thread. The engine uses JavaScript's own regular expressions: the page's content
// security policy forbids WebAssembly.

const theme = createCssVariablesTheme({ name: 'classes', variablePrefix: '--', fontStyle: false });
let highlighter: Promise<HighlighterCore> | null = null;
const states = new Map<number, GrammarState>();
let queue: Promise<void> = Promise.resolve();

async function load(grammar: Grammar): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  });
  const loaded = await highlighter;
  if (!loaded.getLoadedLanguages().includes(grammar)) {
    await loaded.loadLanguage(...(await loadGrammar(grammar)));
  }
  return loaded;
}

const classOf = new Map<string, number>([
  ...classes.map((name, index) => [`var(--token-${name})`, index + 1] as const),
  ['var(--token-string-expression)', classes.indexOf('string') + 1],
]);

async function colour({ id, grammar, lines, last }: Request): Promise<Response> {
  const loaded = await load(grammar);
  const [name = grammar] = (await loadGrammar(grammar)).slice(-1).map((one) => one.name);
  const state = states.get(id);
  const tokens = loaded.codeToTokensBase(lines.join('\n'), {
    lang: name,
    theme: 'classes',
    tokenizeMaxLineLength: 2000,
    tokenizeTimeLimit: 50,
    ...(state === undefined ? {} : { grammarState: state }),
  });
  const next = loaded.getLastGrammarState(tokens);
  if (last || next === undefined) states.delete(id);
  else states.set(id, next);
  return {
    id,
    lines: tokens.map((line): ColouredLine => {
      const runs: number[] = [];
      for (const { content, color = '' } of line) {
        const kind = classOf.get(color) ?? 0;
        if (runs.length > 0 && runs.at(-1) === kind) {
          runs[runs.length - 2] = (runs[runs.length - 2] ?? 0) + content.length;
        } else runs.push(content.length, kind);
      }
      return runs;
    }),
  };
}

/** Code that cannot be coloured stays plain, and does not affect other blocks. */
async function answer(request: Request): Promise<Response> {
  try {
    return await colour(request);
  } catch (cause) {
    reportError(cause);
    states.delete(request.id);
    return { id: request.id, lines: [] };
  }
}

self.addEventListener('message', ({ data }: MessageEvent<Request>) => {
  queue = queue.then(async () => self.postMessage(await answer(data)));
});
