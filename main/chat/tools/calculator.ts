/** Longest expression, and maximum depth of parentheses. */
const longest = 1000;
const deepest = 50;

const functions: Readonly<Record<string, (...values: number[]) => number>> = {
  abs: Math.abs,
  sqrt: Math.sqrt,
  cbrt: Math.cbrt,
  exp: Math.exp,
  ln: Math.log,
  log10: Math.log10,
  log2: Math.log2,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  floor: Math.floor,
  ceil: Math.ceil,
  round: Math.round,
  min: Math.min,
  max: Math.max,
};
const constants: Readonly<Record<string, number>> = { pi: Math.PI, e: Math.E };

/**
 * Evaluates an arithmetic expression: + - * / % ^ (or **), parentheses, a few functions. Parsed by hand, so that a
 * model's text is never run as code.
 * @throws Error with a message for the model
 */
export function calculate(expression: string): number {
  if (expression.length > longest) throw new Error(`longer than ${longest} characters`);
  const tokens =
    expression.match(/\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?|\*\*|[a-z_]\w*|\S/gi) ?? [];
  let at = 0;
  let depth = 0;

  const take = (wanted: string): boolean => {
    if (tokens[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const expect = (wanted: string): void => {
    if (!take(wanted)) throw new Error(`expected ${wanted} before ${tokens[at] ?? 'the end'}`);
  };

  function sum(): number {
    let value = product();
    for (;;) {
      if (take('+')) value += product();
      else if (take('-')) value -= product();
      else return value;
    }
  }
  function product(): number {
    let value = signed();
    for (;;) {
      if (take('*')) value *= signed();
      else if (take('/')) value /= signed();
      else if (take('%')) value %= signed();
      else return value;
    }
  }
  function signed(): number {
    if (take('-')) return -deeper(signed);
    if (take('+')) return deeper(signed);
    return power();
  }
  function power(): number {
    const base = atom();
    return take('^') || take('**') ? base ** deeper(signed) : base;
  }
  function deeper<T>(read: () => T): T {
    depth += 1;
    if (depth > deepest) throw new Error('nested too deeply');
    const value = read();
    depth -= 1;
    return value;
  }
  function atom(): number {
    const token = tokens[at];
    if (token === undefined) throw new Error('ends too early');
    at += 1;
    if (token === '(') {
      const value = deeper(sum);
      expect(')');
      return value;
    }
    if (/^[\d.]/.test(token) && token !== '.') return Number(token);
    const name = token.toLowerCase();
    if (Object.hasOwn(constants, name)) return constants[name] ?? Number.NaN;
    const called = Object.hasOwn(functions, name) ? functions[name] : undefined;
    if (called === undefined) throw new Error(`does not know ${token}`);
    expect('(');
    const values = [deeper(sum)];
    while (take(',')) values.push(deeper(sum));
    expect(')');
    return called(...values);
  }

  const value = sum();
  if (at < tokens.length) throw new Error(`does not understand ${tokens[at]}`);
  if (!Number.isFinite(value)) throw new Error('has no finite value');
  return value;
}
