const attribute = `(?:\\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\\s*=\\s*(?:[^"'=<>\`\\x00-\\x20]+|'[^']*'|"[^"]*"))?)`;
const openTag = `<[A-Za-z][A-Za-z0-9-]*${attribute}*\\s*/?>`;
const closeTag = '</[A-Za-z][A-Za-z0-9-]*\\s*>';

/** Raw HTML in a line, CommonMark 6.6. It is recognised only to be shown as it was written. */
export const inlineHtml = new RegExp(
  `(?:${openTag}|${closeTag}|<!-->|<!--->|<!--[\\s\\S]*?-->|<[?][\\s\\S]*?[?]>|<![A-Za-z][^>]*>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>)`,
  'y',
);

const blockNames =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[123456]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul';

const starts: readonly RegExp[] = [
  /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
  /^<!--/,
  /^<[?]/,
  /^<![A-Za-z]/,
  /^<!\[CDATA\[/,
  new RegExp(`^</?(?:${blockNames})(?:\\s|/?>|$)`, 'i'),
  new RegExp(`^(?:${openTag}|${closeTag})\\s*$`),
];

const ends: readonly RegExp[] = [/<\/(?:script|pre|textarea|style)>/i, /-->/, /\?>/, />/, /\]\]>/];

/** The kind of HTML block that a line begins, 1 to 7, or 0. CommonMark 4.6. */
export function htmlBlockKind(text: string): number {
  return starts.findIndex((start) => start.test(text)) + 1;
}

/** Whether a line ends a block of kinds 1 to 5; kinds 6 and 7 end at an empty line. */
export function endsHtmlBlock(kind: number, line: string): boolean {
  return ends[kind - 1]?.test(line) ?? false;
}
