/** A variable of a prompt, asked for at insertion. */
export interface Variable {
  readonly name: string;
  /** Empty without a default. */
  readonly fallback: string;
}

/** `{{name}}` or `{{name=default}}`; a name is any text without `=` and braces. */
const gap = /\{\{([^{}=]+)(?:=([^{}\n]*))?\}\}/g;

/** Returns the name between the braces; null for an empty one or one of several lines. */
function nameOf(written: string): string | null {
  const name = written.trim();
  return name === '' || name.includes('\n') ? null : name;
}

/** Returns the variables of a prompt in order, each name once, with its first default. */
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

/** Returns the prompt with its variables replaced; one without a value keeps its default, or becomes empty. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  const known = new Map(variablesOf(text).map(({ name, fallback }) => [name, fallback]));
  return text.replaceAll(gap, (whole, written: string) => {
    const name = nameOf(written);
    if (name === null) return whole;
    return Object.hasOwn(values, name) ? (values[name] ?? '') : (known.get(name) ?? '');
  });
}
