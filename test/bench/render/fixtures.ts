/** How long an answer is, in characters. */
export const length = 128 * 1024;

const words =
  'the scheduler assigns nodes to jobs by priority and age while memory bandwidth limits what a solver can reach on every socket of this machine'.split(
    ' ',
  );

function prose(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => words[(seed * 7 + index * 5) % words.length],
  ).join(' ');
}

function repeat(make: (index: number) => string, end = ''): string {
  let text = '';
  for (let index = 0; text.length + end.length < length; index += 1) text += make(index);
  return text.slice(0, length - end.length) + end;
}

function block(index: number): string {
  switch (index % 6) {
    case 0:
      return `## Section ${index}: ${prose(index, 4)}\n\n`;
    case 1:
      return `${prose(index, 40)} **${prose(index, 3)}** and \`code_${index}\`, see [the manual](https://example.org/${index}).\n\n`;
    case 2:
      return `- ${prose(index, 9)}\n- *${prose(index, 5)}*\n  - ${prose(index + 1, 7)}\n\n`;
    case 3:
      return `| name | value | note |\n|---|---:|---|\n| ${prose(index, 2)} | ${index} | ${prose(index, 5)} |\n| b | ${index * 3} | \`x\` |\n\n`;
    case 4:
      return `\`\`\`python\ndef f${index}(x):\n    return [y * ${index} for y in x]  # ${prose(index, 5)}\n\`\`\`\n\n`;
    default:
      return `> ${prose(index, 30)}\n\n`;
  }
}

const markers = ['**', '*', '`', '~~'];

const sentence = (index: number): string => {
  const mark = markers[index % markers.length] ?? '';
  return `${prose(index, 18)} ${mark}${prose(index, 3)}${mark}, see [this page](https://example.org/p/${index}). `;
};

const codeLine = (index: number): string =>
  index % 5 === 0
    ? `def step_${index}(grid, factor=${index}):\n`
    : `    grid[${index}] = solve("${prose(index, 4)}", factor * ${index})  # ${prose(index, 4)}\n`;

const notesCount = 400;

function footnotes(): string {
  const definitions = Array.from(
    { length: notesCount },
    (_, index) => `[^n${index}]: ${prose(index, 16)} \`note ${index}\`.\n`,
  ).join('\n');
  let text = '';
  for (let index = 0; text.length + definitions.length < length; index += 1) {
    text += `${prose(index, 24)}[^n${index % notesCount}] ${prose(index + 3, 12)}[^n${(index * 3) % notesCount}].\n\n`;
  }
  return text + definitions;
}

/** The four answers of the design, section 9. */
export const fixtures: Readonly<Record<string, () => string>> = {
  'settled blocks': () => repeat(block),
  'one paragraph': () => repeat(sentence),
  'one code fence': () => `\`\`\`python\n${repeat(codeLine).slice(10)}`,
  footnotes,
};
