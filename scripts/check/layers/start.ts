import { error, type Finding } from '../finding.ts';
import type { Import } from './imports.ts';

type Graph = ReadonlyMap<string, readonly Import[]>;

interface StartRule {
  readonly because: string;
  /** Whether later loads count as well. */
  readonly late: boolean;
  readonly from: readonly string[];
  readonly targets: readonly string[];
}

/** Everything that Electron's main loads from its entry on, through any import. */
const rules: readonly StartRule[] = [
  {
    because:
      "an Electron without it, as the tests have, does not start: SQLite is the storage worker's",
    late: true,
    from: ['main/electron.ts'],
    targets: ['node:sqlite'],
  },
  {
    because: 'the first screen would wait for it: it is read by import() when it is used',
    late: false,
    from: ['main/electron.ts', 'main/app.ts'],
    targets: [
      'node:http',
      'node:https',
      'node:http2',
      'undici',
      'oauth4webapi',
      'tough-cookie',
      '@zip.js/zip.js',
      'electron-store',
      'conf',
    ],
  },
];

/** Small and independent: it loads nothing else of undici. */
const light = 'main/base/network/undici-errors.ts';

export function startFindings(graph: Graph): Finding[] {
  return rules.flatMap(({ because, late, from, targets }) => {
    const follows = (one: Import): boolean => !one.typeOnly && (late || !one.late);
    return [...reached(graph, from, follows)]
      .filter((file) => file !== light)
      .flatMap((file) =>
        (graph.get(file) ?? [])
          .filter((one) => follows(one) && targets.includes(one.target ?? ''))
          .map(({ target, line }) => error(`${file}:${line}`, `imports ${target}: ${because}`)),
      );
  });
}

function reached(
  graph: Graph,
  from: readonly string[],
  follows: (one: Import) => boolean,
): Set<string> {
  const found = new Set(from);
  for (const file of found) {
    for (const one of graph.get(file) ?? []) {
      if (follows(one) && one.target !== null && graph.has(one.target)) found.add(one.target);
    }
  }
  return found;
}
