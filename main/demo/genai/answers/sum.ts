import { expressionIn } from '../expression.ts';

/** Finds an arithmetic expression (numbers, + - * / and brackets) in a question and evaluates it. */
export function findSum(question: string): { expression: string; value: string } | undefined {
  const text = question.replaceAll('×', '*').replaceAll('÷', '/');
  const expression = expressionIn(text);
  if (expression === undefined) return undefined;
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/()]/g) ?? [];
  const value = evaluate(tokens);
  if (value === undefined) return undefined;
  return { expression, value: String(Number(value.toPrecision(12))) };
}

/** Recursive descent over sum, product and factor; `undefined` for malformed input or a division by zero. */
function evaluate(tokens: readonly string[]): number | undefined {
  let position = 0;
  const factor = (): number => {
    const token = tokens[position];
    position += 1;
    if (token === '-') return -factor();
    if (token !== '(') return token === undefined ? Number.NaN : Number(token);
    const inner = sum();
    if (tokens[position] !== ')') return Number.NaN;
    position += 1;
    return inner;
  };
  const product = (): number => {
    let value = factor();
    while (tokens[position] === '*' || tokens[position] === '/') {
      const times = tokens[position] === '*';
      position += 1;
      const next = factor();
      value = times ? value * next : value / next;
    }
    return value;
  };
  const sum = (): number => {
    let value = product();
    while (tokens[position] === '+' || tokens[position] === '-') {
      const plus = tokens[position] === '+';
      position += 1;
      const next = product();
      value = plus ? value + next : value - next;
    }
    return value;
  };
  const value = sum();
  return position === tokens.length && Number.isFinite(value) ? value : undefined;
}
