import {
  accentOf,
  matrix,
  type Node,
  scripted,
  texOfFence,
  texOfName,
  texOfSign,
  texOfText,
} from './formula.ts';

/** Converts a MathML formula to TeX (MathML Core, 3). */
export function texOfMathml(formula: Node): string {
  return inner(formula).replaceAll(/ {2,}/g, ' ').trim();
}

const inner = (node: Node | undefined): string => node?.children.map(texOf).join('') ?? '';

function texOf(node: Node): string {
  const at = (place: number): string => {
    const found = node.children[place];
    return found === undefined ? '' : texOf(found).trim();
  };
  switch (node.name) {
    case 'mi': {
      const text = node.text.trim();
      return /^[A-Za-z]{2,}$/.test(text) ? texOfName(text) : `${texOfText(text)} `;
    }
    case 'mo':
      return operatorOf(node.text.trim());
    case 'mn':
      return texOfText(node.text.trim());
    case 'mtext':
    case 'ms':
      return `\\text{${texOfText(node.text.trim())}}`;
    case 'mspace':
      return ' ';
    case 'mfrac':
      return `\\frac{${at(0)}}{${at(1)}}`;
    case 'msqrt':
      return `\\sqrt{${inner(node).trim()}}`;
    case 'mroot':
      return `\\sqrt[${at(1)}]{${at(0)}}`;
    case 'msup':
      return scripted(at(0), '', at(1));
    case 'msub':
      return scripted(at(0), at(1), '');
    case 'msubsup':
    case 'munderover':
      return scripted(at(0), at(1), at(2));
    case 'munder':
      return under(node, at(0), at(1), '_', 'underset');
    case 'mover':
      return under(node, at(0), at(1), '^', 'overset');
    case 'mtable': {
      const rows = node.children.filter(({ name }) => name === 'mtr');
      return matrix(
        'matrix',
        rows.map((row) => row.children.map((cell) => inner(cell).trim())),
      );
    }
    case 'mfenced': {
      const fence = (name: string, usual: string) => texOfFence(node.attributes.get(name) ?? usual);
      const body = node.children.map((one) => texOf(one).trim()).join(', ');
      return `\\left${fence('open', '(')} ${body} \\right${fence('close', ')')} `;
    }
    case 'semantics':
      return at(0);
    case 'annotation':
    case 'annotation-xml':
      return '';
    default:
      return inner(node);
  }
}

function operatorOf(text: string): string {
  const sign = texOfSign(text);
  if (sign.startsWith('\\') && sign.length > 2) return sign;
  return /^[=<>+\-≤≥≠≈→←↔∈⊂×·±]$/.test(text) ? ` ${sign} ` : sign;
}

function under(node: Node, base: string, other: string, mark: '_' | '^', command: string): string {
  const accent = accentOf(node.children[1]?.text.trim() ?? '');
  if (accent !== undefined) return `\\${accent}{${base}}`;
  const takesLimits = /^\\[a-z]+$/i.test(base);
  return takesLimits ? `${base}${mark}{${other}}` : `\\${command}{${other}}{${base}}`;
}
