import {
  type EnvironmentFinding,
  type EnvironmentTreatment,
  type EnvironmentVariable,
  environmentVariables,
} from '../../preload/contract/settings/environment.ts';

/** The runtime of the app. */
export interface Runtime {
  readonly electron: boolean;
  /** In the packaged app Electron's fuses ignore Node's options. */
  readonly packaged: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * Returns the set variables that affect security. Call before anything else: removes those that weaken TLS, for the
 * app, for Chromium's network, which starts later, and for every process that the app starts.
 */
export function secureEnvironment(env: Environment, runtime: Runtime): EnvironmentFinding[] {
  return environmentVariables.flatMap((name) => {
    const treatment = treatmentOf(name, runtime);
    if (treatment === null || !isSet(name, env)) return [];
    if (treatment === 'undone') delete env[name];
    return [{ name, treatment }];
  });
}

/** Returns null if it has no effect on this runtime. */
function treatmentOf(name: EnvironmentVariable, runtime: Runtime): EnvironmentTreatment | null {
  switch (name) {
    case 'NODE_TLS_REJECT_UNAUTHORIZED':
    case 'SSLKEYLOGFILE':
      return 'undone';
    case 'NODE_OPTIONS':
      return runtime.packaged ? 'undone' : 'in-force';
    case 'NODE_DEBUG':
      return 'in-force';
    case 'OPENSSL_CONF':
    case 'OPENSSL_MODULES':
      // Electron's TLS is BoringSSL.
      return runtime.electron ? null : 'in-force';
    default:
      return 'used';
  }
}

function isSet(name: EnvironmentVariable, env: Environment): boolean {
  const value = (name.endsWith('_PROXY') ? env[name.toLowerCase()] : undefined) ?? env[name] ?? '';
  return name === 'NODE_TLS_REJECT_UNAUTHORIZED' ? value === '0' : value !== '';
}

const words: Readonly<Record<EnvironmentTreatment, string>> = {
  undone: 'without effect',
  used: 'used',
  'in-force': 'in force',
};

/** Returns one line for the terminal, or null if none is set. */
export function describeEnvironment(findings: readonly EnvironmentFinding[]): string | null {
  if (findings.length === 0) return null;
  const all = findings.map(({ name, treatment }) => `${name} (${words[treatment]})`);
  return `Compute Desk: set in the environment: ${all.join(', ')}. Settings say what each does.`;
}

/** Reports them where an administrator looks. */
export function logEnvironment(
  findings: readonly EnvironmentFinding[],
  log: { info(event: string, facts: Record<string, string>): void },
): void {
  const line = describeEnvironment(findings);
  if (line === null) return;
  process.stderr.write(`${line}\n`);
  log.info(
    'environment',
    Object.fromEntries(findings.map(({ name, treatment }) => [name, treatment])),
  );
}
