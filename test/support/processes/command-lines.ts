/**
 * What programs are given by the shells of Windows, by their documented rules: the reference that quoting is checked
 * against where neither shell is there. All of it is the rule for what is typed at the prompt.
 */

/**
 * cmd, then the runtime of the program. Phases as of "How does the Windows Command Interpreter parse scripts?":
 * percent signs first, line by line, inside quotes too; then carets and quotes.
 * @param variables Of the environment
 * @throws where a character is left that cmd would act upon
 */
export function cmdArguments(text: string, variables: Readonly<Record<string, string>>): string[] {
  return runtimeArguments(cmdLine(text, variables));
}

/**
 * `set` of cmd: what stands between its first and its last quote.
 * @throws where a character is left that cmd would act upon
 */
export function cmdSetting(
  text: string,
  variables: Readonly<Record<string, string>>,
): { readonly name: string; readonly value: string } {
  const line = cmdLine(text, variables);
  const [, name = '', value = ''] = /^set "([^=]*)=(.*)"[^"]*$/s.exec(line) ?? [];
  return { name, value };
}

function cmdLine(text: string, variables: Readonly<Record<string, string>>): string {
  const lines = text.split('\n').map((line) => expanded(line, variables));
  const all = lines.join('\n');
  let line = '';
  let inQuotes = false;
  for (let at = 0; at < all.length; at += 1) {
    let character = all[at] ?? '';
    if (character === '"') inQuotes = !inQuotes;
    else if (character === '^' && !inQuotes) {
      at += all[at + 1] === '\n' ? 2 : 1;
      character = all[at] ?? '';
    } else if (!inQuotes && /[&|<>()\n]/.test(character)) {
      throw new Error(`cmd acts upon ${JSON.stringify(character)} in ${all}`);
    }
    line += character;
  }
  return line;
}

function expanded(line: string, variables: Readonly<Record<string, string>>): string {
  let out = '';
  for (let at = 0; at < line.length; at += 1) {
    const end = line.indexOf('%', at + 1);
    if (line[at] !== '%' || end < 0) {
      out += line[at];
      continue;
    }
    const [name = '', change] = line.slice(at + 1, end).split(/:(.*)/s);
    const value = variables[name.toUpperCase()];
    if (value === undefined) out += '%';
    else {
      out += change === undefined ? value : `<changed by ${change}>`;
      at = end;
    }
  }
  return out;
}

/** PowerShell: literals and continued lines, then what it hands to a program. */
export function powershellArguments(text: string, version: '5.1' | '7.3'): string[] {
  const found: string[] = [];
  let at = 0;
  let word: string | null = null;
  const isQuote = (one: string | undefined): boolean => one !== undefined && "'‘’‚‛".includes(one);
  while (at < text.length) {
    const character = text[at] ?? '';
    if (isQuote(character)) {
      word ??= '';
      at += 1;
      for (;;) {
        if (at >= text.length) throw new Error(`a text without an end in ${text}`);
        if (isQuote(text[at])) {
          if (!isQuote(text[at + 1])) break;
          at += 1;
        }
        word += text[at];
        at += 1;
      }
    } else if (character === '`' && text[at + 1] === '\n') at += 1;
    else if (character === ' ') {
      if (word !== null) found.push(word);
      word = null;
    } else if (/["$@#;|&<>(){}`\n,]/.test(character)) {
      throw new Error(`PowerShell acts upon ${JSON.stringify(character)} in ${text}`);
    } else word = (word ?? '') + character;
    at += 1;
  }
  if (word !== null) found.push(word);
  if (version === '7.3') return found;
  // up to 7.2: quotes around what has blanks, and nothing escaped in it
  return runtimeArguments(found.map((one) => (/\s/.test(one) ? `"${one}"` : one)).join(' '));
}

/** CommandLineToArgvW. */
function runtimeArguments(line: string): string[] {
  const found: string[] = [];
  let word: string | null = null;
  let inQuotes = false;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (character === '\\') {
      let count = 1;
      while (line[at + count] === '\\') count += 1;
      const beforeQuote = line[at + count] === '"';
      word = (word ?? '') + '\\'.repeat(beforeQuote ? Math.floor(count / 2) : count);
      at += count - 1;
      if (beforeQuote && count % 2 === 1) {
        word += '"';
        at += 1;
      }
    } else if (character === '"') {
      word ??= '';
      inQuotes = !inQuotes;
    } else if (!inQuotes && /[ \t]/.test(character)) {
      if (word !== null) found.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (word !== null) found.push(word);
  return found;
}
