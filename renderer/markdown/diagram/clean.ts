import createPurifier from 'dompurify';
import { parseXml } from '../../client/trusted.ts';

const space = 'http://www.w3.org/2000/svg';

const drawn = `svg g a defs symbol use marker clipPath mask pattern linearGradient radialGradient stop style
   title desc path rect circle ellipse line polyline polygon text tspan textPath switch foreignObject
   filter feBlend feColorMatrix feComponentTransfer feComposite feDropShadow feFlood feFuncA feFuncB
   feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology feOffset`;
const written = 'div span p br b strong i em code pre s u sub sup ul ol li';

/** An unclosed construct ends with the style, as in CSS: so each pattern scans a text once. */
const comment = /\/\*[\s\S]*?(?:\*\/|$)/g;
/** References to something outside the file, in any of CSS's forms. */
const reachingRule = /@import[^;]*;?|@font-face\s*\{[^}]*\}?/gi;
const reachingFunction = /(?:-webkit-)?(?:image-set|cross-fade|image|src)\s*\(/gi;

/** DOMPurify handles elements, attributes and nesting; we handle addresses and CSS. */
const purifier = createPurifier(window);
purifier.addHook('uponSanitizeAttribute', (_element, attribute) => {
  if (!isHarmless(attribute.attrName, attribute.attrValue)) attribute.keepAttr = false;
});
purifier.addHook('afterSanitizeElements', (element) => {
  if (element.nodeName !== 'style') return;
  element.textContent = cleanedStyle(element.textContent ?? '');
});

/**
 * Returns a drawing in which nothing runs, leads anywhere or is fetched, whatever has drawn it. The page shows it as an
 * image, in which none of that works; this protects the file that the user saves. Null if it is no drawing at all.
 */
export function cleaned(svg: string): { readonly svg: string; readonly labels: string } | null {
  const { documentElement: root } = parseXml(svg);
  if (root.namespaceURI !== space || root.localName !== 'svg') return null;
  purifier.sanitize(root, {
    IN_PLACE: true,
    ALLOWED_TAGS: `${drawn} ${written}`.split(/\s+/),
    HTML_INTEGRATION_POINTS: { foreignobject: true },
    // names in an image cannot shadow the page's
    SANITIZE_DOM: false,
    TRUSTED_TYPES_POLICY: null,
  });
  return { svg: new XMLSerializer().serializeToString(root), labels: labelsOf(root) };
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'src') return false;
  if (/(^|:)href$/.test(name)) return value.startsWith('#');
  return cleanedStyle(value) === value || !/[(@\\]/.test(value);
}

function cleanedStyle(css: string): string {
  // an escape can spell any of the words searched for
  const plain = css
    .replaceAll('\\', '')
    .replaceAll(comment, '')
    // the text around it must not join to a new word
    .replaceAll(reachingRule, ' ')
    .replaceAll(reachingFunction, 'none(');
  return withoutForeignUrls(plain);
}

/** Keeps only addresses in the drawing itself. */
function withoutForeignUrls(css: string): string {
  let kept = '';
  let from = 0;
  for (const { index, 0: opening } of css.matchAll(/url\(/gi)) {
    if (index < from) continue;
    const start = skipSpace(css, index + opening.length);
    const quote = /["']/.test(css.charAt(start)) ? css.charAt(start) : '';
    if (css.charAt(start + quote.length) === '#') continue;
    kept += `${css.slice(from, index)}none`;
    from = urlEnd(css, start, quote);
  }
  return kept + css.slice(from);
}

/** Returns the position after the closing bracket of an address, or the end. */
function urlEnd(css: string, start: number, quote: string): number {
  if (quote !== '') {
    const closing = css.indexOf(quote, start + 1);
    const end = closing < 0 ? css.length : skipSpace(css, closing + 1);
    if (closing < 0 || css.charAt(end) === ')') return Math.min(end + 1, css.length);
  }
  const end = css.indexOf(')', start);
  return end < 0 ? css.length : end + 1;
}

function skipSpace(css: string, from: number): number {
  let at = from;
  while (at < css.length && /\s/.test(css.charAt(at))) at += 1;
  return at;
}

/** Returns the texts in a drawing, for people who cannot see it. */
function labelsOf(root: Element): string {
  const title = root.querySelector(':scope > title')?.textContent?.trim();
  const description = root.querySelector(':scope > desc')?.textContent?.trim();
  if (title || description) return [title, description].filter(Boolean).join('. ');
  const labels = [...root.querySelectorAll('text, foreignObject')].map(({ textContent }) =>
    (textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
  );
  const all = [...new Set(labels)].filter(Boolean).join(', ');
  return all.length > 400 ? `${all.slice(0, 400)}…` : all;
}
