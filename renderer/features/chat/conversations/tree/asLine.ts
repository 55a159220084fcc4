/** A text in one line, without the signs that only lay it out. */
export function asLine(markdown: string): string {
  return markdown
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !/^(?:```|~~~)\S*$/.test(line) && !isDelimiterRow(line))
    .map((line) => line.replace(/^(?:#{1,6}|[-*+>]|\d{1,9}[.)])\s+/, ''))
    .join(' ')
    .replaceAll(/\*\*|__|`|(?<=\s|^)\||\|(?=\s|$)/gm, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The row under the head of a table. */
function isDelimiterRow(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('---');
}
