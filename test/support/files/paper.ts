import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { PortableMessage } from '../../../preload/contract/chat/portable.ts';

const columns = Array.from({ length: 24 }, (_, at) => at + 1);
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const wideTable = [
  row(columns.map((at) => `head${at}`)),
  row(columns.map(() => '---')),
  row(columns.map((at) => `cell${at}`)),
].join('\n');
const sum = (terms: number): string =>
  Array.from({ length: terms }, (_, at) => `x_{${at}}`).join('+');

/** An answer that paper is narrow for: what of it must be found on the pages, spaces left out. */
export const wideAnswer = {
  text: [
    '# 日本語の見出し',
    '吾輩は猫である。名前はまだ無い。**どこで生れたか**とんと見当がつかぬ。',
    `\`\`\`python\nprint("${'long line of code '.repeat(40)}END-OF-CODE")\n\`\`\``,
    `${'unbroken'.repeat(60)}END-OF-WORD`,
    wideTable,
    'A formula: $$\\int_0^1 \\frac{a^2+b^2}{\\sqrt{c}}\\,dx = \\alpha + \\omega$$',
    `Wider than the paper: $$${sum(24)}+q_{42}$$`,
    `Too wide for any paper: $$${sum(400)}+y_{end}$$`,
    `${'> '.repeat(20)}deep in quotes END-OF-QUOTE`,
  ].join('\n\n'),
  found: [
    ...['日本語の見出し', '吾輩は猫である。名前はまだ無い。', 'END-OF-CODE', 'END-OF-WORD'],
    ...['cell1', 'cell12', 'cell24', 'head24', 'END-OF-QUOTE', 'y_{end}', '+q42'],
  ],
} as const;

/** Conversations as a file of the app: questions and answers in turn, a branch each. */
export function conversationFile(
  title: string,
  contents: readonly string[],
): { readonly name: string; readonly bytes: Buffer } {
  const at = '2026-01-02T03:04:05.000Z';
  const messages = contents.map(
    (content, number): PortableMessage => ({
      ...{ id: `m${number + 1}`, parentId: number === 0 ? null : `m${number}`, content },
      ...{ role: number % 2 === 0 ? 'user' : 'assistant', state: 'complete', reasoning: '' },
      ...{ model: number % 2 === 0 ? null : 'a-model', finishReason: null, usage: null },
      ...{ problem: null, toolCalls: [], leftOut: null, createdAt: at },
      ...{ firstByteAt: null, contentAt: null, endedAt: null },
    }),
  );
  const conversation = {
    ...{ title, model: null, createdAt: at, updatedAt: at, pinned: false, archived: false },
    ...{ tags: [], folder: null, parameters: {}, startId: null, startSummary: null },
    ...{ leafId: `m${messages.length}`, messages },
  };
  const file = { format: 'compute-desk-conversations', version: 1, conversations: [conversation] };
  return { name: 'conversation.json', bytes: Buffer.from(JSON.stringify(file)) };
}

interface PaperPage {
  readonly width: number;
  readonly height: number;
  /** Without spaces, as a reader of the PDF finds it. */
  readonly text: string;
  /** Where the page's texts begin and end sideways, points. */
  readonly left: number;
  readonly right: number;
}

/** The pages of a PDF with what stands on them. */
export async function pagesOf(pdf: Uint8Array): Promise<PaperPage[]> {
  const task = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await task.promise;
  const pages: PaperPage[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    const { items } = await page.getTextContent();
    const texts = items.flatMap((one) => ('str' in one && one.str.trim() !== '' ? [one] : []));
    pages.push({
      ...{ width, height },
      text: texts.map(({ str }) => str.normalize('NFKC').replaceAll(/\s/g, '')).join(''),
      left: Math.min(...texts.map(({ transform }) => Number(transform[4]))),
      right: Math.max(...texts.map((one) => Number(one.transform[4]) + one.width)),
    });
  }
  await task.destroy();
  return pages;
}
