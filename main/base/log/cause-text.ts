/** Returns an error with its stack and causes for the log, without text from outside sources. */
export function causeText(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const own = quoting(cause) ?? cause.stack ?? cause.message;
  return cause.cause === undefined ? own : `${own}\n  caused by ${causeText(cause.cause)}`;
}

/** Describes an error whose message quotes its input by its kind and origin only. */
function quoting(cause: Error): string | null {
  const { name, message, stack = '' } = cause;
  const isParse = cause instanceof SyntaxError && message.includes('JSON');
  // A schema error names the fields it found, which come from outside too.
  const isShape = name === 'ZodError' || name === '$ZodError';
  if (!isParse && !isShape) return null;
  const frames = stack.split('\n').filter((line) => /^\s{4}at /.test(line));
  return [`${name}: ${isParse ? 'not JSON' : 'another shape'}`, ...frames].join('\n');
}
