import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;
type Graph = Parameters<Exclude<Groups[number]['name'], string>>[1];

const first = 'renderer/main.ts';
const app = 'renderer/app/start.tsx';
const chat = 'renderer/features/chat/chat/screen.tsx';
/**
 * Returns few files for a window's start: everything before the app, the app, and what the chat adds to it, with a
 * separate one for what other screens use of that. The rest is split by imports.
 * @param root the checkout's, with a slash at its end
 */
export function pageChunks(root: string): Groups {
  const at = (path: string) => root.replaceAll('\\', '/') + path;
  let known: { readonly of: object; readonly names: ReadonlyMap<string, string> } | undefined;
  const nameOf = (wanted: string) => (id: string, graph: Graph) => {
    // the same for the whole of one build
    const of = graph.getModuleInfo(at(first));
    if (of === null) return null;
    if (known?.of !== of) known = { of, names: namesOf(graph, at) };
    return known.names.get(id) === wanted ? wanted : null;
  };
  return ['first', 'app', 'screens', 'chat'].map((name, index, all) => ({
    name: nameOf(name),
    priority: all.length - index,
  }));
}

/** Returns modules, each with its output file. */
function namesOf(graph: Graph, at: (path: string) => string): Map<string, string> {
  const runs = (id: string) => graph.getModuleInfo(id)?.importedIds ?? [];
  const loads = (id: string) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [];
  const forChat = reached([at(chat)], runs);
  const others = reached([at(first)], (id) => [
    ...runs(id),
    ...(forChat.has(id) ? [] : loads(id).filter((one) => one !== at(chat))),
  ]);
  const named = new Map<string, string>();
  for (const id of forChat) named.set(id, others.has(id) ? 'screens' : 'chat');
  for (const id of reached([at(app)], runs)) named.set(id, 'app');
  for (const id of reached([at(first)], runs)) named.set(id, 'first');
  return named;
}

function reached(from: readonly string[], next: (id: string) => readonly string[]): Set<string> {
  const found = new Set(from);
  for (const id of found) for (const other of next(id)) found.add(other);
  return found;
}

/** Imports of the first file at run time: the app, its entry, and the bundler's shared code. */
const wantedSoon = ['app', 'start', 'rolldown-runtime'];

/** Makes the browser load the app together with the first file, which imports it. */
export function preloadApp(): Plugin {
  return {
    name: 'preload-app',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle = {} }) {
        const files = Object.values(bundle).filter(
          (part) => part.type === 'chunk' && wantedSoon.includes(part.name),
        );
        return files.map(
          ({ fileName }): HtmlTagDescriptor => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${fileName}` },
            injectTo: 'head',
          }),
        );
      },
    },
  };
}

/** Files that every page has before it loads a part: style and scripts of the first screen. */
const alwaysThere = /(?:^|\/)(?:first|app|rolldown-runtime)-[^/]*$/;

/**
 * Returns the files loaded beside a later part. The names of files that are there already, and the part's own, would
 * only make the first screen longer.
 */
export function fetchedBeside(
  file: string,
  needed: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] {
  if (hostType === 'html') return needed;
  return needed.filter((one) => one !== file && !alwaysThere.test(one));
}
