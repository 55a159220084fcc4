/** Returns the first cycle found from each node; every cycle once. */
export function cycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const path: string[] = [];
  const found: string[][] = [];

  function visit(node: string): void {
    const at = path.indexOf(node);
    if (at >= 0) {
      found.push([...path.slice(at), node]);
      return;
    }
    if (done.has(node)) return;
    path.push(node);
    for (const next of graph.get(node) ?? []) visit(next);
    path.pop();
    done.add(node);
  }

  for (const node of graph.keys()) visit(node);
  return found;
}

/** Imports between the folders and files of one folder: from -> to -> the first file with that import. */
type Neighbours = Map<string, Map<string, string>>;

export interface FolderCycle {
  /** `main`, `renderer/features`. */
  readonly folder: string;
  /** Names of its entries, the first repeated at the end. */
  readonly names: readonly string[];
  /** The importing file of every step. */
  readonly files: readonly string[];
}

/**
 * Returns cycles between the entries of a folder, where a folder stands for everything below it: no two folders import
 * each other, at any depth and over any number of steps.
 */
export function folderCycles(graph: ReadonlyMap<string, readonly string[]>): FolderCycle[] {
  const folders = new Map<string, Neighbours>();
  for (const [from, targets] of graph) {
    for (const target of targets) addStep(folders, from, target);
  }
  return [...folders].flatMap(([folder, neighbours]) => {
    const steps = new Map([...neighbours].map(([name, to]) => [name, [...to.keys()]]));
    return cycles(steps)
      .filter((names) => names.some(isFolder))
      .map((names) => ({
        folder,
        names,
        files: names.slice(1).map((to, at) => neighbours.get(names[at] ?? '')?.get(to) ?? ''),
      }));
  });
}

const isFolder = (name: string): boolean => !/\.tsx?$/.test(name);

/** Records an import in the folder where the two files' paths diverge. */
function addStep(folders: Map<string, Neighbours>, from: string, target: string): void {
  const here = from.split('/');
  const there = target.split('/');
  const parted = here.findIndex((part, at) => part !== there[at]);
  const name = here[parted];
  const to = there[parted];
  if (parted < 1 || name === undefined || to === undefined) return;
  const folder = here.slice(0, parted).join('/');
  const neighbours: Neighbours = folders.get(folder) ?? new Map();
  folders.set(folder, neighbours);
  const targets = neighbours.get(name) ?? new Map<string, string>();
  neighbours.set(name, targets);
  if (!targets.has(to)) targets.set(to, from);
}
