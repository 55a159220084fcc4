const plain =
  'p h1 h2 h3 h4 h5 h6 pre code blockquote ul ol li table caption thead tbody tfoot tr th td strong em b i del s sup sub kbd mark ins small u abbr ruby rt rp';
const mathematics =
  'math mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mover munder munderover mtable mtr mtd mstyle mpadded mphantom menclose mmultiscripts mprescripts none semantics';
const drawn: ReadonlySet<string> = new Set(`${plain} ${mathematics}`.split(' '));

/** Elements that are not the text's own: buttons, and the source of a formula. */
const silent =
  'button, script, style, annotation, annotation-xml, template, .md-remark, .katex-html';

const kept: ReadonlySet<string> = new Set(
  'dir lang start mathsize colspan rowspan display mathvariant stretchy fence separator accent columnalign rowspacing columnspacing linethickness lspace rspace form largeop movablelimits scriptlevel displaystyle'.split(
    ' ',
  ),
);

export function escaped(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // forms and control characters that a reader of files may take for something else
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
  );
}

/**
 * Converts a rendered text to HTML of a safe list: nothing in it runs or is fetched, and only links of the web can be
 * clicked.
 */
export function safeHtml(root: Node): string {
  const out: string[] = [];
  // not recursive: quotes can be nested deep
  const waiting: (Node | string)[] = [...root.childNodes].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') out.push(next);
    else if (next.nodeType === Node.TEXT_NODE) out.push(escaped(next.nodeValue ?? ''));
    else if (next instanceof Element && !next.matches(silent)) {
      const [open, close] = tagsOf(next);
      out.push(open);
      waiting.push(close, ...[...next.childNodes].reverse());
    }
  }
  return out.join('');
}

function tagsOf(element: Element): readonly [string, string] {
  const { localName: name } = element;
  if (name === 'br' || name === 'hr') return [`<${name}>`, ''];
  if (name === 'input') {
    return [element instanceof HTMLInputElement && element.checked ? '☑ ' : '☐ ', ''];
  }
  if (name === 'a') return linkTags(element);
  if (name === 'details') return ['<details open>', '</details>'];
  if (name === 'summary') return ['<summary>', '</summary>'];
  if (['div', 'section', 'figure', 'figcaption'].includes(name)) return ['<div>', '</div>'];
  if (!drawn.has(name)) return ['', ''];
  const attributes = [...element.attributes]
    .filter((attribute) => kept.has(attribute.name))
    .map((attribute) => ` ${attribute.name}="${escaped(attribute.value)}"`);
  return [`<${name}${attributes.join('')}>`, `</${name}>`];
}

function linkTags(element: Element): readonly [string, string] {
  const address = element.getAttribute('href') ?? '';
  if (!/^(?:https?|mailto):/i.test(address)) return ['', ''];
  return [`<a href="${escaped(address)}" rel="noreferrer noopener">`, '</a>'];
}
