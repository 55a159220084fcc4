/** A gap in a prompt that is asked for when it is inserted. */
export interface Variable {
  readonly name: string;
  /** Empty where the prompt gives none. */
  readonly fallback: string;
}

/** `{{name}}` or `{{name=default}}`; a name is any text without `=` and braces. */
const gap = /\{\{\s*([^{}=\s][^{}=\n]*?)\s*(?:=([^{}\n]*))?\}\}/g;

/** The gaps of a prompt in order, each name once; the first default that is given for it counts. */
export function variablesOf(text: string): Variable[] {
  const found = new Map<string, string>();
  for (const [, name = '', fallback] of text.matchAll(gap)) {
    const before = found.get(name);
    if (before === undefined || before === '') found.set(name, (fallback ?? before ?? '').trim());
  }
  return [...found].map(([name, fallback]) => ({ name, fallback }));
}

/** The prompt with its gaps filled; a gap without a value keeps its default, or becomes empty. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(variablesOf(text).map(({ name, fallback }) => [name, fallback]));
  return text.replaceAll(gap, (_, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : (known.get(name) ?? ''),
  );
}
