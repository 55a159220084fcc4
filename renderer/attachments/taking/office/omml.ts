import {
  accentOf,
  child,
  matrix,
  type Node,
  scripted,
  texOfFence,
  texOfName,
  texOfSign,
  texOfText,
} from './formula.ts';

/** Converts an Office Open XML formula to TeX (ECMA-376, part 1, 22.1.2). */
export function texOfOmml(formula: Node): string {
  return inner(formula).replaceAll(/ {2,}/g, ' ').trim();
}

const inner = (node: Node | undefined): string => node?.children.map(texOf).join('') ?? '';
const part = (node: Node, name: string): string => inner(child(node, name)).trim();
/** The value of a property element; undefined without one. */
const said = (node: Node, name: string): string | undefined => {
  const properties = node.children.find((one) => one.name.endsWith('Pr'));
  const found = child(properties, name);
  return found === undefined ? undefined : (found.attributes.get('val') ?? '');
};
const isOn = (node: Node, name: string): boolean =>
  /^(?:|1|on|true)$/.test(said(node, name) ?? 'off');

function texOf(node: Node): string {
  switch (node.name) {
    case 'r':
      return runOf(node);
    case 'f':
      return fractionOf(node);
    case 'sSup':
      return scripted(part(node, 'e'), '', part(node, 'sup'));
    case 'sSub':
      return scripted(part(node, 'e'), part(node, 'sub'), '');
    case 'sSubSup':
      return scripted(part(node, 'e'), part(node, 'sub'), part(node, 'sup'));
    case 'sPre':
      return `${scripted('{}', part(node, 'sub'), part(node, 'sup'))}{${part(node, 'e')}}`;
    case 'rad': {
      const degree = isOn(node, 'degHide') ? '' : part(node, 'deg');
      return `\\sqrt${degree === '' ? '' : `[${degree}]`}{${part(node, 'e')}}`;
    }
    case 'nary': {
      const sub = isOn(node, 'subHide') ? '' : part(node, 'sub');
      const sup = isOn(node, 'supHide') ? '' : part(node, 'sup');
      const sign = texOfSign(said(node, 'chr') ?? '∫');
      return `${sign}${sub === '' ? '' : `_{${sub}}`}${sup === '' ? '' : `^{${sup}}`}{${part(node, 'e')}}`;
    }
    case 'd':
      return delimited(node);
    case 'func':
      return `${nameOf(child(node, 'fName'))}{${part(node, 'e')}}`;
    case 'limLow':
      return limited(node, '_', 'underset');
    case 'limUpp':
      return limited(node, '^', 'overset');
    case 'acc':
      return `\\${accentOf(said(node, 'chr') ?? '\u0302') ?? 'hat'}{${part(node, 'e')}}`;
    case 'bar':
      return `\\${said(node, 'pos') === 'top' ? 'overline' : 'underline'}{${part(node, 'e')}}`;
    case 'borderBox':
      return `\\boxed{${part(node, 'e')}}`;
    case 'groupChr': {
      const isTop = said(node, 'pos') === 'top';
      const sign = said(node, 'chr') ?? '⏟';
      const command = accentOf(sign);
      if (command !== undefined) return `\\${command}{${part(node, 'e')}}`;
      return `\\${isTop ? 'overset' : 'underset'}{${texOfText(sign)}}{${part(node, 'e')}}`;
    }
    case 'm':
      return matrix('matrix', rowsOf(node));
    case 'eqArr': {
      const rows = node.children.filter(({ name }) => name === 'e');
      return matrix(
        'aligned',
        rows.map((row) => [inner(row).replaceAll('\\&', '&').trim()]),
      );
    }
    default:
      return node.name.endsWith('Pr') ? '' : inner(node);
  }
}

const rowsOf = (node: Node): string[][] =>
  node.children
    .filter(({ name }) => name === 'mr')
    .map((row) =>
      row.children.filter(({ name }) => name === 'e').map((cell) => inner(cell).trim()),
    );

const scripts: Readonly<Record<string, string>> = {
  'double-struck': 'mathbb',
  script: 'mathcal',
  fraktur: 'mathfrak',
  'sans-serif': 'mathsf',
  monospace: 'mathtt',
};

function runOf(node: Node): string {
  const written = node.children.map(({ name, text }) => (name === 't' ? text : '')).join('');
  if (written === '') return '';
  if (isOn(node, 'nor')) return `\\text{${texOfText(written)}}`;
  const text = texOfText(written);
  const script = scripts[said(node, 'scr') ?? ''];
  if (script !== undefined) return `\\${script}{${text}}`;
  const style = said(node, 'sty');
  if (style === 'b' || style === 'bi') return `\\mathbf{${text}}`;
  if (style === 'p' && /^[A-Za-z]{2,}$/.test(written)) return texOfName(written);
  return /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u.test(written) ? `\\text{${text}}` : text;
}

function fractionOf(node: Node): string {
  const [over, under] = [part(node, 'num'), part(node, 'den')];
  switch (said(node, 'type')) {
    case 'lin':
    case 'skw':
      return `{${over}}/{${under}}`;
    case 'noBar':
      return `{${over} \\atop ${under}}`;
    default:
      return `\\frac{${over}}{${under}}`;
  }
}

function delimited(node: Node): string {
  const [begin, end] = [said(node, 'begChr') ?? '(', said(node, 'endChr') ?? ')'];
  const parts = node.children.filter(({ name }) => name === 'e');
  // TeX has its own form for a bracketed matrix or binomial
  const separator = ` \\middle${texOfFence(said(node, 'sepChr') ?? '|')} `;
  const body = parts.map((one) => inner(one).trim()).join(separator);
  return `\\left${texOfFence(begin)} ${body} \\right${texOfFence(end)} `;
}

/** The name of a function, which may have a limit: `\lim_{x \to 0}`. */
function nameOf(node: Node | undefined): string {
  const text = inner(node).trim();
  const plain = node?.children.length === 1 && node.children[0]?.name === 'r';
  const written = node?.children[0]?.children.map((one) => one.text).join('') ?? '';
  return plain && /^[A-Za-z]+$/.test(written) ? texOfName(written) : `${text} `;
}

function limited(node: Node, mark: '_' | '^', command: string): string {
  const [base, limit] = [nameOf(child(node, 'e')).trim(), part(node, 'lim')];
  // TeX sets limits of these itself
  if (/^\\(?:[a-z]+|operatorname\{\w+\})$/i.test(base)) return `${base}${mark}{${limit}}`;
  if (/^\\(?:under|over)brace\{/.test(base)) return `${base}${mark}{${limit}}`;
  return `\\${command}{${limit}}{${base}}`;
}
