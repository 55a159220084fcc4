import {
  type EnvironmentFinding,
  type EnvironmentTreatment,
  type EnvironmentVariable,
  environmentVariables,
} from '../../preload/contract/settings/environment.ts';

/** What runs the app. */
export interface Runtime {
  readonly electron: boolean;
  /** Electron's fuses keep Node's options away from the packaged app. */
  readonly packaged: boolean;
}

type Environment = Record<string, string | undefined>;

/**
 * The variables that bear on safety and are set. To be called before anything else: those that weaken TLS are taken
 * away, for the app, for Chromium's network, which starts later, and for every process that the app starts.
 */
export function secureEnvironment(env: Environment, runtime: Runtime): EnvironmentFinding[] {
  return environmentVariables.flatMap((name) => {
    const treatment = treatmentOf(name, runtime);
    if (treatment === null || !isSet(name, env)) return [];
    if (treatment === 'undone') delete env[name];
    return [{ name, treatment }];
  });
}

/** Null where it has no effect on this runtime. */
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

/** What the terminal is told: one line, or null where nothing is set. */
export function environmentLine(findings: readonly EnvironmentFinding[]): string | null {
  if (findings.length === 0) return null;
  const all = findings.map(({ name, treatment }) => `${name} (${words[treatment]})`);
  return `Compute Desk: set in the environment: ${all.join(', ')}. Settings say what each does.`;
}

/** Names them where an administrator looks. */
export function tellEnvironment(
  findings: readonly EnvironmentFinding[],
  log: { info(event: string, facts: Record<string, string>): void },
): void {
  const line = environmentLine(findings);
  if (line === null) return;
  process.stderr.write(`${line}\n`);
  log.info(
    'environment',
    Object.fromEntries(findings.map(({ name, treatment }) => [name, treatment])),
  );
}
