const longest = 60;

/** A conversation's title from the first words of its first message, cut between words or characters. */
export function titleFrom(text: string): string {
  const words = text
    .slice(0, 2000)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/^[#>*\-`\s]+/, '');
  const characters = [...new Intl.Segmenter().segment(words)].map(({ segment }) => segment);
  if (characters.length <= longest) return words;
  const cut = characters.slice(0, longest).join('');
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > cut.length / 2 ? cut.slice(0, lastBlank) : cut).trimEnd()}…`;
}
