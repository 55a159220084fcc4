import { bidi, depth, length } from './families/bombs.ts';
import { diagrams } from './families/diagrams.ts';
import { html } from './families/html.ts';
import { links } from './families/links.ts';
import { math } from './families/math.ts';
import { mixed } from './families/mixed.ts';
import { data, svg } from './families/pictures.ts';
import { type Payload, payloadsOf, type Texts } from './payload.ts';
import { probes } from './probes.ts';

const probed = Object.values(probes).flatMap((probe) => [probe(6_000), probe(60_000)]);

/** Every kind of hostile answer, the two that cost most last. */
const families: Readonly<Record<string, Texts>> = {
  ...{ html, links, svg, data, math, bidi, mixed, depth, probed, length, diagrams },
};

/** All payloads against a server that nobody may ask. */
export function corpusAgainst(trap: string): readonly Payload[] {
  return Object.entries(families).flatMap(([family, texts]) => payloadsOf(family, texts, trap));
}

/** About `count` of them, of every family as large a part. */
export function sampleOf(payloads: readonly Payload[], count: number): readonly Payload[] {
  const step = Math.max(1, payloads.length / count);
  return payloads.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
