/** One of a list. */
export const oneOf = <T>(random: () => number, list: readonly [T, ...T[]]): T =>
  list[Math.floor(random() * list.length)] ?? list[0];

const words =
  'the scheduler assigns nodes to jobs by priority and age while 記憶帯域が上限を決める場合 memory limits a solver'.split(
    ' ',
  );
const prose = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => words[Math.floor(random() * words.length)]).join(' ');

const code = (random: () => number, lines: number): string => {
  const language = oneOf(random, ['python', 'ts', 'bash', 'c', '', 'json']);
  const body = Array.from(
    { length: lines },
    (_, index) => `${' '.repeat((index % 4) * 2)}value_${index} = ${prose(random, 5)}  # ${index}`,
  );
  return `\`\`\`${language}\n${body.join('\n')}\n\`\`\``;
};

const blocks: readonly [(random: () => number) => string, ...((random: () => number) => string)[]] =
  [
    (random) => prose(random, 20 + Math.floor(random() * 200)),
    (random) => `## ${prose(random, 5)}\n\n${prose(random, 50)}`,
    (random) => Array.from({ length: 6 }, () => `- ${prose(random, 12)}`).join('\n'),
    (random) => code(random, 2 + Math.floor(random() * 60)),
    (random) =>
      `| a | b |\n|---|---:|\n${Array.from({ length: 8 }, (_, row) => `| ${prose(random, 3)} | ${row} |`).join('\n')}`,
    (random) => `> ${prose(random, 40)}`,
    () => '$$\n\\int_0^1 \\frac{x^2}{\\sqrt{1 + x}}\\,dx = \\sum_{n} a_n\n$$',
    (random) =>
      `As noted[^n] with [a link][l].\n\n${prose(random, 30)}\n\n[^n]: ${prose(random, 9)}\n\n[l]: https://example.invalid/`,
  ];

/** An answer as a model writes it; every second one ends with code. */
export function randomAnswer(random: () => number): string {
  const parts = Array.from({ length: 1 + Math.floor(random() * 7) }, () =>
    oneOf(random, blocks)(random),
  );
  if (random() < 0.5) parts.push(code(random, 10 + Math.floor(random() * 50)));
  return parts.join('\n\n');
}

/** A text in pieces of random lengths. */
export function randomPieces(random: () => number, text: string): string[] {
  const most = 8 + Math.floor(random() * 300);
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + Math.floor(random() * most);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}
