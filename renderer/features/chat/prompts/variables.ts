/** A gap in a prompt that is asked for when it is inserted. */
export interface Variable {
  readonly name: string;
  /** Empty where the prompt gives none. */
  readonly fallback: string;
}

/** `{{name}}` or `{{name=default}}`; a name is any text without `=` and braces. */
const gap = /\{\{([^{}=]+)(?:=([^{}\n]*))?\}\}/g;

/** What stands between the braces as a name; null where that is nothing, or more than a line. */
function nameOf(written: string): string | null {
  const name = written.trim();
  return name === '' || name.includes('\n') ? null : name;
}

/** The gaps of a prompt in order, each name once; the first default that is given for it counts. */
export function variablesOf(text: string): Variable[] {
  const found = new Map<string, string>();
  for (const [, written = '', fallback] of text.matchAll(gap)) {
    const name = nameOf(written);
    if (name === null) continue;
    const before = found.get(name);
    if (before === undefined || before === '') found.set(name, (fallback ?? before ?? '').trim());
  }
  return [...found].map(([name, fallback]) => ({ name, fallback }));
}

/** The prompt with its gaps filled; a gap without a value keeps its default, or becomes empty. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(variablesOf(text).map(({ name, fallback }) => [name, fallback]));
  return text.replaceAll(gap, (whole, written: string) => {
    const name = nameOf(written);
    if (name === null) return whole;
    return Object.hasOwn(values, name) ? (values[name] ?? '') : (known.get(name) ?? '');
  });
}
