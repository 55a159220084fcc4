import { fits, listAfter, type Pattern, rangeAt } from './ranges.ts';
import { fold, joinPieces, type Piece, piecesOf } from './text.ts';

/** Finds machines by the names that a text uses. */
export interface Names<M> {
  /** Returns the machines that a text names with certainty, each once. */
  namedIn(text: string): M[];
}

const longestName = 200;
const mostRanges = 50;
const mostRemembered = 2000;

/** Names that are ordinary words: they count only if their context shows that they are names. */
const usualWords = new Set(
  'a an the i in on at to of or and is it as be by for all no new from with this that will our we you us are was not if so do go up out off now day one two am pm and'.split(
    ' ',
  ),
);
const nouns = new Set(
  'machine machines node nodes server servers system systems cluster clusters host hosts computer computers partition partitions supercomputer マシン ノード サーバ サーバー システム 計算機 クラスタ クラスター ホスト スパコン'.split(
    ' ',
  ),
);
const prepositions = new Set('of on for at and or with in to from between'.split(' '));
const predicates = new Set(
  'is are was will and or has down stops stopped offline unavailable'.split(' '),
);
/** Prefixes that make another name of the following one: 新富岳 is not 富岳. */
const renaming = new Set(['新', '旧', '次期', '次世代']);

export function createNames<M extends { readonly name: string }>(machines: readonly M[]): Names<M> {
  const byName = new Map<string, M[]>();
  const byHost = new Map<string, M[]>();
  for (const machine of machines) {
    const key = joinPieces(piecesOf(fold(machine.name.slice(0, longestName + 1)).trim()));
    if (!/[\p{L}\p{N}]/u.test(key) || key.length > longestName) continue;
    add(byName, key, machine);
    const host = hostOf(key);
    if (host !== null) add(byHost, host, machine);
  }
  // if two share a short name, it identifies neither
  for (const [host, { length }] of byHost) {
    if (length > 1 || byName.has(host)) byHost.delete(host);
  }
  const longest = Math.max(0, ...[...byName.keys()].map(({ length }) => length));
  const of = (name: string): readonly M[] => byName.get(name) ?? byHost.get(name) ?? [];
  const remembered = new Map<string, M[]>();

  function inPattern(pattern: Pattern): M[] {
    const found = (names: ReadonlyMap<string, M[]>) =>
      [...names].flatMap(([name, those]) => (fits(pattern, name) ? those : []));
    return [...found(byName), ...found(byHost)];
  }

  /** Returns the longest name that begins at a piece. */
  function nameAt(pieces: readonly Piece[], at: number) {
    let found: { end: number; name: string; machines: readonly M[] } | null = null;
    for (let end = at + 1; end <= pieces.length; end++) {
      if (pieces[end - 1]?.text.trim() === '') continue;
      const name = joinPieces(pieces.slice(at, end));
      if (name.length > longest) break;
      const machines = of(name);
      if (machines.length > 0 && isSure(pieces, at, end, name)) found = { end, name, machines };
    }
    if (found !== null) return found;
    // the full name of a host whose machine is listed by its short one
    const [short = '', ...domain] = pieces[at]?.text.split('.') ?? [];
    const machines = domain.length > 1 && isDomain(domain) ? (byName.get(short) ?? []) : [];
    return machines.length === 0 ? null : { end: at + 1, name: short, machines };
  }

  function read(text: string): M[] {
    const pieces = piecesOf(fold(text));
    const found = new Set<M>();
    let ranges = 0;
    for (let at = 0; at < pieces.length; ) {
      let next = at + 1;
      if (pieces[at]?.text.trim() !== '') {
        const name = nameAt(pieces, at);
        const range = ranges < mostRanges ? rangeAt(pieces, at) : null;
        const ofRange = range === null ? [] : inPattern(range.pattern);
        if (range !== null) ranges++;
        if (range !== null && ofRange.length > 0 && at + range.length > (name?.end ?? 0)) {
          for (const one of ofRange) found.add(one);
          next = at + range.length;
        } else if (name !== null) {
          for (const one of name.machines) found.add(one);
          const list = listAfter(pieces, name.name, name.end);
          if (list !== null) for (const one of inPattern(list.pattern)) found.add(one);
          next = name.end + (list?.length ?? 0);
        }
      }
      at = next;
    }
    return [...found];
  }

  return {
    namedIn(text) {
      const known = remembered.get(text);
      if (known !== undefined) return known;
      if (remembered.size >= mostRemembered) remembered.clear();
      const found = read(text);
      remembered.set(text, found);
      return found;
    },
  };
}

function add<M>(names: Map<string, M[]>, name: string, machine: M): void {
  const same = names.get(name);
  if (same === undefined) names.set(name, [machine]);
  else same.push(machine);
}

/** Returns `node1` for `node1.example.org`; null if it is no host name. */
function hostOf(name: string): string | null {
  const [host = '', ...domain] = name.split('.');
  if (!/^[a-z0-9-]{2,}$/.test(host) || !/[a-z]/.test(host) || usualWords.has(host)) return null;
  if (!isDomain(domain)) return null;
  return domain.length > 1 || /\d/.test(host) || /^(?:local|lan|internal)$/.test(domain[0] ?? '')
    ? host
    : null;
}

function isDomain(labels: readonly string[]): boolean {
  return (
    labels.length > 0 &&
    labels.every((label) => /^[a-z0-9-]+$/.test(label)) &&
    /^[a-z]{2,}$/.test(labels.at(-1) ?? '')
  );
}

/** "A short maintenance" does not name machine A, "machine A", "A is down" and 「Aの保守」 do. */
function isSure(pieces: readonly Piece[], from: number, to: number, name: string): boolean {
  const before = pieces.slice(0, from).findLast(({ text }) => text.trim() !== '');
  const after = pieces.slice(to).find(({ text }) => text.trim() !== '');
  if (renaming.has(before?.text ?? '')) return false;
  const onlyDigits = /^\p{N}+$/u.test(name);
  const single = /^[\p{L}\p{N}]$/u.test(name) && pieces[from]?.unspaced === false;
  if (!onlyDigits && !single && !usualWords.has(name)) return true;
  if (before === undefined && after === undefined) return true;
  if (nouns.has(before?.text ?? '')) return true;
  if (onlyDigits) return false;
  const begins = before === undefined || !before.word || before.unspaced;
  const ends = after === undefined || !after.word || after.unspaced;
  if (begins && ends) return true;
  if (!single) return false;
  const introduced = begins || prepositions.has(before?.text ?? '');
  return introduced && (ends || (name !== 'i' && predicates.has(after?.text ?? '')));
}
