/** A piece of a template: text as it stands, or variables with how their values are written. */
type Piece = string | { readonly operator: string; readonly variables: readonly Variable[] };
interface Variable {
  readonly name: string;
  /** Characters of its value that are written; null: all. */
  readonly most: number | null;
}

/** A template of addresses (RFC 6570). */
export interface UriTemplate {
  readonly pieces: readonly Piece[];
  /** Each once, in their order. */
  readonly names: readonly string[];
}

/** What comes before the values of an operator, between them, and whether their names are written. */
const operators: Readonly<
  Record<string, readonly [first: string, between: string, named: boolean]>
> = {
  '': ['', ',', false],
  '+': ['', ',', false],
  '#': ['#', ',', false],
  '.': ['.', '.', false],
  '/': ['/', '/', false],
  ';': [';', ';', true],
  '?': ['?', '&', true],
  '&': ['&', '&', true],
};

// a value is one text: a list's explosion (`*`) says nothing of it
const variable = /^([A-Za-z0-9_.%]{1,100})(?:\*|:([1-9]\d{0,3}))?$/;

/** Returns a template; null if it follows no such grammar. */
export function parseUriTemplate(text: string): UriTemplate | null {
  const pieces: Piece[] = [];
  const names = new Set<string>();
  for (const [at, part] of text.split('{').entries()) {
    const end = at === 0 ? -1 : part.indexOf('}');
    const literal = part.slice(end + 1);
    if ((at > 0 && end === -1) || literal.includes('}')) return null;
    if (at > 0) {
      const inner = part.slice(0, end);
      const operator = /^[+#./;?&]/.test(inner) ? inner.slice(0, 1) : '';
      const found = inner
        .slice(operator.length)
        .split(',')
        .map((one) => variable.exec(one));
      if (found.includes(null)) return null;
      const variables = found.map((one) => ({
        name: one?.[1] ?? '',
        most: one?.[2] === undefined ? null : Number(one[2]),
      }));
      for (const { name } of variables) names.add(name);
      pieces.push({ operator, variables });
    }
    if (literal !== '') pieces.push(literal);
  }
  return { pieces, names: [...names] };
}

/** Returns the address with these values; a variable without a value, or with an empty one, is left out. */
export function fillUriTemplate({ pieces }: UriTemplate, textOf: (name: string) => string): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece;
      const { operator, variables } = piece;
      const [first, between, named] = operators[operator] ?? ['', ',', false];
      const written = variables.flatMap(({ name, most }) => {
        const characters = [...textOf(name)].slice(0, most ?? undefined);
        if (characters.length === 0) return [];
        const value = encoded(characters.join(''), operator === '+' || operator === '#');
        return [named ? `${name}=${value}` : value];
      });
      return written.length === 0 ? '' : first + written.join(between);
    })
    .join('');
}

function encoded(value: string, keepsReserved: boolean): string {
  // half of a character cannot be encoded
  const whole = value.replaceAll(/\p{Cs}/gu, '\ufffd');
  if (!keepsReserved) {
    return encodeURIComponent(whole).replaceAll(
      /[!'()*]/g,
      (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
    );
  }
  return encodeURI(whole)
    .replaceAll(/%5([BD])/g, (_, one: string) => (one === 'B' ? '[' : ']'))
    .replaceAll(/%25([0-9A-Fa-f]{2})/g, '%$1');
}
