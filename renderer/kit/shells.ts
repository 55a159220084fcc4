/** Shells for which commands are written. */
export const shells = ['bash', 'powershell', 'cmd'] as const;
export type Shell = (typeof shells)[number];

/** Names are the same in every language. */
export const shellNames: Readonly<Record<Shell, string>> = {
  bash: 'bash',
  powershell: 'PowerShell',
  cmd: 'cmd',
};

/** Returns a program's name for a shell: in Windows PowerShell `curl` and `wget` are aliases for something else. */
export function programOf(shell: Shell, name: 'curl' | 'wget'): string {
  return shell === 'powershell' ? `${name}.exe` : name;
}

/** Characters that a terminal interprets when pasted, or that are invisible to a reader. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** Returns JSON with invisible characters escaped. @param indent blanks per level; 0 for one line */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(unseen, (one) =>
    one === '\n' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns a string literal for Python and JavaScript: a JSON string is valid in both. */
export function stringLiteral(text: string): string {
  return jsonText(text);
}

/**
 * Quotes text as one argument of a program at the shell's prompt. In Windows' shells a line break would end the
 * command, and no address or file name there has one: it becomes a blank, as do invisible characters. PowerShell up to
 * 7.2 and later versions pass a double quote to programs in two ways, so no argument with one works in both: such texts
 * go through standard input there.
 */
export function quoted(shell: Shell, text: string): string {
  switch (shell) {
    case 'bash':
      return quotedForBash(text);
    case 'powershell':
      return quotedForPowerShell(seen(text));
    case 'cmd':
      return quotedForCmd(forWindows(seen(text)));
  }
}

/** Returns a string literal for expressions of PowerShell, with invisible characters as escapes. */
export function powershellLiteral(text: string): string {
  if (text.search(unseen) < 0) return quotedForPowerShell(text);
  const written = text.replace(/[`$"“”„]/g, '`$&').replace(unseen, (one) => {
    const known = { '\n': '`n', '\r': '`r', '\t': '`t' }[one];
    return known ?? `$([char]${one.charCodeAt(0)})`;
  });
  return `"${written}"`;
}

/** Formats one command over several lines, each option with its value. */
export function command(shell: Shell, parts: readonly string[]): string {
  const goesOn = { bash: '\\', powershell: '`', cmd: '^' }[shell];
  return parts.join(` ${goesOn}\n  `);
}

/** Sets an environment variable for the programs started in this terminal. */
export function setting(shell: Shell, name: string, value: string): string {
  switch (shell) {
    case 'bash':
      return `export ${name}=${quoted(shell, value)}`;
    case 'powershell':
      return `$env:${name} = ${quoted(shell, value)}`;
    case 'cmd':
      return `set ${quotedForCmd(`"${name}=${seen(value)}"`)}`;
  }
}

/**
 * The same with a file in the terminal's current folder.
 * @param file A name of letters, digits and dots
 */
export function settingOfFile(shell: Shell, name: string, file: string): string {
  switch (shell) {
    case 'bash':
      return `export ${name}="$PWD/${file}"`;
    case 'powershell':
      return `$env:${name} = "$PWD\\${file}"`;
    case 'cmd':
      return `set "${name}=%CD%\\${file}"`;
  }
}

/** Asks for a secret, so that it is in no file and no history; cmd can only echo the input. */
export function asking(shell: Shell, name: string, question: string): string[] {
  switch (shell) {
    case 'bash':
      return [
        `printf '${question}: '; stty -echo; IFS= read -r ${name}; stty echo; echo`,
        `export ${name}`,
      ];
    case 'powershell':
      return [
        `$env:${name} = [Net.NetworkCredential]::new('', (Read-Host -AsSecureString '${question}')).Password`,
      ];
    case 'cmd':
      return [`set /p "${name}=${question}: "`];
  }
}

function seen(text: string): string {
  return text.replace(unseen, ' ');
}

/** Uses single quotes; control characters become byte escapes, which every bash reads. */
function quotedForBash(text: string): string {
  if (text.search(unseen) < 0) return `'${text.replaceAll("'", "'\\''")}'`;
  const written = text
    .replace(/['\\]/g, '\\$&')
    .replace(unseen, (one) =>
      [...new TextEncoder().encode(one)]
        .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
        .join(''),
    );
  return `$'${written}'`;
}

/** Uses single quotes; typographic ones end a text as well (about_Quoting_Rules), and count as one when doubled. */
function quotedForPowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}

/** Escapes for the Windows command line parser (CommandLineToArgvW): backslashes before a quote are doubled. */
function forWindows(text: string): string {
  let written = '';
  let backslashes = 0;
  for (const character of text) {
    if (character === '"') written += '\\'.repeat(backslashes + 1);
    backslashes = character === '\\' ? backslashes + 1 : 0;
    written += character;
  }
  return `"${written}${'\\'.repeat(backslashes)}"`;
}

/**
 * cmd expands `%NAME%` to the variable's value inside quotes too, and takes every quote for a start or an end. If there
 * are more than the outer quotes, each special character is escaped, and so is the character after a percent sign: the
 * text between two of them is then no variable name.
 */
function quotedForCmd(text: string): string {
  if (!/["%]/.test(text.slice(1, -1))) return text;
  let written = '';
  let before = '';
  for (const character of text) {
    if (before === '%' || /[()%!^"<>&|]/.test(character)) written += '^';
    written += character;
    before = character;
  }
  return written;
}
