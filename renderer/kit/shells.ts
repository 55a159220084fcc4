/** Those that ready lines are written for. */
export const shells = ['bash', 'powershell', 'cmd'] as const;
export type Shell = (typeof shells)[number];

/** Names are the same in every language. */
export const shellNames: Readonly<Record<Shell, string>> = {
  bash: 'bash',
  powershell: 'PowerShell',
  cmd: 'cmd',
};

/** Programs as a shell finds them: in Windows PowerShell `curl` and `wget` are names for something else. */
export function programOf(shell: Shell, name: 'curl' | 'wget'): string {
  return shell === 'powershell' ? `${name}.exe` : name;
}

/** Acted upon by a terminal to which they are pasted, or seen by nobody who reads a text before it is used. */
const unseen = /[\p{Cc}\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

/** JSON in which what nobody would see is written by its number. @param indent blanks of each level; 0: one line */
export function jsonText(value: unknown, indent = 0): string {
  return JSON.stringify(value, null, indent).replace(unseen, (one) =>
    one === '\n' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** A string of Python and JavaScript: one of JSON is one of both. */
export function stringLiteral(text: string): string {
  return jsonText(text);
}

/**
 * Text as one argument of a program, typed at the shell's prompt. In Windows' shells a line break would end the
 * command, and no address nor name of a file there has one: it becomes a blank, as does what nobody would see. PowerShell up to 7.2 and later ones hand a
 * double quote to programs in two ways, so no argument that has one can be written for both: such texts go
 * through standard input there.
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

/** One command over several lines, an option with what belongs to it on each. */
export function command(shell: Shell, parts: readonly string[]): string {
  const goesOn = { bash: '\\', powershell: '`', cmd: '^' }[shell];
  return parts.join(` ${goesOn}\n  `);
}

/** Sets a variable of the environment for the programs that this terminal starts. */
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
 * The same with a file of the folder in which the terminal is.
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

/** Asks for a secret, so that it stands in no file and no history; cmd can only show what is typed. */
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

/** By single quotes; what a terminal would act upon by the numbers of its bytes, which every bash reads. */
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

/** Single quotes; those of typography end a text as well (about_Quoting_Rules), and count as one when doubled. */
function quotedForPowerShell(text: string): string {
  return `'${text.replace(/['‘’‚‛]/g, '$&$&')}'`;
}

/** As programs of Windows take their command line apart (CommandLineToArgvW): what stands before a quote is doubled. */
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
 * cmd turns `%NAME%` into the variable's value inside quotes too, and takes every quote for a beginning or an end.
 * Where there is more than the outer quotes each special character is escaped, and that after a percent sign: what
 * stands between two of them is then the name of no variable.
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
