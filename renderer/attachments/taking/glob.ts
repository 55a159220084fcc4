import ignore, { type Ignore } from 'ignore';

/** Folders that are never entered: nobody attaches them, and they have more files than all others. */
export const neverEntered: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** Patterns excluded by default: generated or secret files. */
export const usualExcludes = [
  '__pycache__/',
  '.venv/',
  'venv/',
  'target/',
  'dist/',
  'build/',
  'coverage/',
  '.cache/',
  '.idea/',
  '.vscode/',
  '.DS_Store',
  '*.lock',
  'package-lock.json',
  '*.min.js',
  '*.map',
  '.env',
  '.env.*',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
];

const secretNames: ReadonlySet<string> = new Set([
  '.npmrc',
  '.pypirc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.envrc',
  '.env',
  '.git-credentials',
  '.yarnrc.yml',
  '.s3cfg',
  '.boto',
  '.vault-token',
  'kubeconfig',
  '.dockercfg',
  '.terraformrc',
  'auth.json',
  'application_default_credentials.json',
  'wp-config.php',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ecdsa_sk',
  'id_ed25519',
  'id_ed25519_sk',
]);
/** Names that suggest secret content, and extensions used for nothing else. */
const secretForms: readonly RegExp[] = [
  /^\.env\./,
  /^(?:credential|secret|password|token)s?(?:\.(?:json|ya?ml|toml|ini|cfg|conf|txt|csv|xml|properties))?$/,
  /^(?:client_secret|service-account|service_account|serviceaccount).*\.json$/,
  /(?:[-_.]credentials|-adminsdk(?:-[a-z0-9]{1,12}){1,2})\.json$/,
  /^\.(?:bash|zsh|python|psql|mysql|node_repl|sqlite)_history$/,
  /\.(?:env|pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|ovpn|tfvars|tfstate)$/,
];
const secretFolders: ReadonlySet<string> = new Set(['.ssh', '.aws', '.gnupg', '.kube', '.docker']);

/** Whether programs store keys, passwords or tokens in such a file: nobody should send it by accident. */
export function isSecret(path: string): boolean {
  const parts = path.toLowerCase().split('/');
  // a copy by an editor or by hand has the same content
  const name = (parts.pop() ?? '').replace(/(?:~|\.(?:bak|backup|old|orig|save|swp))$/, '');
  return (
    secretNames.has(name) ||
    secretForms.some((form) => form.test(name)) ||
    parts.some((part) => secretFolders.has(part))
  );
}

/** A `.gitignore` and its folder, relative to the root: empty for the root's own. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

/**
 * Returns a filter for the files below a folder. Patterns work as in `.gitignore`: one without a slash matches a name
 * at any depth, one that ends in a slash matches folders, `!` negates, the last match wins.
 */
export function createFilter(options: {
  /** None includes everything. Braces work too. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ignoreFiles: readonly IgnoreFile[];
}): (path: string) => boolean {
  const asked = options.include.flatMap(expand);
  const include = rulesOf(asked.filter((line) => !line.startsWith('!')));
  // Nothing inside a negated folder is included, whatever else matches there.
  const takenBack = rulesOf(
    asked.filter((line) => line.startsWith('!')).map((line) => line.slice(1)),
  );
  const exclude = rulesOf([
    ...options.exclude.flatMap(expand),
    // Deeper files override higher ones.
    ...[...options.ignoreFiles]
      .sort((a, b) => a.folder.length - b.folder.length)
      .flatMap(({ folder, text }) => text.split(/\r?\n/).map((line) => standing(line, folder))),
  ]);
  return (path) =>
    (asked.length === 0 || include.ignores(path)) &&
    !takenBack.ignores(path) &&
    !exclude.ignores(path);
}

function rulesOf(lines: readonly string[]): Ignore {
  return ignore({ ignorecase: false, allowRelativePaths: true }).add(lines.filter(isSimple));
}

/** Maximum stars in a name pattern: more would backtrack too much on a long name. */
const mostStars = 5;

function isSimple(line: string): boolean {
  return line.split('/').every((name) => name.replaceAll(/[^*]/g, '').length <= mostStars);
}

/** Rewrites a line of a folder's `.gitignore` for the root's. */
function standing(line: string, folder: string): string {
  if (folder === '' || line.startsWith('#') || line.trim() === '') return line;
  const takesBack = line.startsWith('!') ? '!' : '';
  const pattern = line.slice(takesBack.length);
  const isAnchored = /\/[^/]/.test(pattern.trimEnd());
  const place = folder.replaceAll(/[\\*?[\]!# ]/g, '\\$&');
  return `${takesBack}/${place}/${isAnchored ? '' : '**/'}${pattern.replace(/^\//, '')}`;
}

/** Expands braces, which `.gitignore` does not have: `*.{ts,tsx}` is `*.ts` and `*.tsx`. */
function expand(pattern: string): string[] {
  let patterns = [pattern];
  // Each turn expands one pair of braces in every pattern; the bound is for users who type a great many.
  for (let turn = 0; turn < 4 && patterns.length < 100; turn += 1) {
    patterns = patterns.flatMap((one) => {
      const [whole, head = '', list = '', rest = ''] = /^([^{}]*)\{([^{}]*)\}(.*)$/.exec(one) ?? [];
      return whole === undefined ? [one] : list.split(',').map((word) => head + word + rest);
    });
  }
  return patterns;
}

/** Splits typed patterns at lines and commas, except commas within braces. */
export function patternsOf(text: string): string[] {
  return text
    .split(/[\n,](?![^{\n]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}
