/** Returns a text as one line, without layout marks. */
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

/** Whether a line is the delimiter row of a table. */
function isDelimiterRow(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('---');
}
