/** An error with its stack and what caused it, for the log, without words of foreign texts. */
export function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const own = quoting(cause) ?? cause.stack ?? cause.message;
  return cause.cause === undefined ? own : `${own}\n  caused by ${causeText(cause.cause)}`;
}

/** Of errors whose message quotes what they were given: what they are, and where they come from. */
function quoting(cause: Error): string | null {
  const { name, message, stack = '' } = cause;
  const isParse = cause instanceof SyntaxError && message.includes('JSON');
  // A schema names the fields that it found, which are words of a foreign text too.
  const isShape = name === 'ZodError' || name === '$ZodError';
  if (!isParse && !isShape) return null;
  const frames = stack.split('\n').filter((line) => /^\s{4}at /.test(line));
  return [`${name}: ${isParse ? 'not JSON' : 'another shape'}`, ...frames].join('\n');
}
