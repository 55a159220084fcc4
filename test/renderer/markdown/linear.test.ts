import { expect, test } from 'vitest';
import type { Block } from '../../../common/markdown/parse/block.ts';
import { MarkdownDocument } from '../../../common/markdown/parse/document.ts';
import type { References } from '../../../common/markdown/parse/inline.ts';
import { InlineParser } from '../../../common/markdown/parse/inlines.ts';
import { probes } from '../../fuzz/answers/probes.ts';
import { processorTime } from '../../support/processor-time.ts';

/** Reads a text to its end as the page does: its blocks in pieces, then what is in them. */
function read(text: string): void {
  const document = new MarkdownDocument();
  for (let cut = 1; cut < 8; cut += 1) {
    while (!document.read(text.slice(0, (text.length * cut) / 8), true));
  }
  while (!document.read(text, false));
  const references: References = {
    definition: (label) => document.definitions.get(label),
    note: (label) => document.notes.has(label),
  };
  const blocks: Block[] = [document.root];
  for (let block = blocks.pop(); block; block = blocks.pop()) {
    blocks.push(...block.children);
    if (block.type === 'paragraph' || block.type === 'heading') readContent(block.text, references);
    for (const cell of block.rows.flat()) readContent(cell, references);
  }
}

function readContent(text: string, references: References): void {
  for (let from = 0; from < text.length; ) {
    const { ends, settledAt } = new InlineParser(text, from, references).parse(false);
    if (!ends) return;
    from = settledAt;
  }
}

const length = 24_000;
/** What is over sooner is quick enough, however it grows. */
const short = 100;

test.each(Object.entries(probes))(
  'four times as much is read in four times the time: %s',
  (_name, probe) => {
    const [small, large] = [probe(length), probe(4 * length)];
    const leastOf = (text: string) =>
      Math.min(...[1, 2, 3].map(() => processorTime(() => read(text))));
    if (processorTime(() => read(large)) < short) return;
    expect(leastOf(large)).toBeLessThan(Math.max(short, 10 * leastOf(small)));
  },
);
