import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The newest one in Maven Central when this was written; Java 17 is enough for it. */
const version = process.env.KEYCLOAK_VERSION ?? '26.7.3';
const dependencyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const oldestJava = 17;

const runtime = join(import.meta.dirname, 'runtime');
const home = join(runtime, `keycloak-${version}`);

/** What Keycloak compiles into itself; the rest is told at each start. */
const buildOptions = [
  '--db=dev-mem',
  '--http-relative-path=/auth',
  '--https-client-auth=request',
] as const;

/** An unpacked Keycloak, built with the options above. */
export interface Distribution {
  readonly home: string;
  readonly version: string;
}

/** The Keycloak that `prepareDistribution` made. @throws Where it has not been made. */
export function distribution(): Distribution {
  if (!isBuilt()) throw new Error('No Keycloak here: npm run test:keycloak fetches and builds it');
  return { home, version };
}

/**
 * Fetches Keycloak from Maven Central into the git-ignored folder `runtime` and builds it, both once.
 * @returns Why there is none, in a few words; undefined where it is ready.
 */
export function prepareDistribution(): string | undefined {
  if (isBuilt()) return undefined;
  const java = javaVersion();
  if (java === undefined) return 'no Java here';
  if (java < oldestJava) return `Keycloak ${version} needs Java ${oldestJava}, this is ${java}`;
  return unpack() ?? build();
}

/** The major version of the Java that kc.sh will take. */
function javaVersion(): number | undefined {
  const { JAVA_HOME } = process.env;
  const java = JAVA_HOME === undefined ? 'java' : join(JAVA_HOME, 'bin/java');
  const { stderr } = spawnSync(java, ['-version'], { encoding: 'utf8' });
  const major = /version "(\d+)/.exec(stderr ?? '')?.[1];
  return major === undefined ? undefined : Number(major);
}

function unpack(): string | undefined {
  if (existsSync(join(home, 'bin/kc.sh'))) return undefined;
  // Into a folder beside it, so that an interrupted download is not taken for a Keycloak.
  const unfinished = join(runtime, 'unfinished');
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  console.log(`Keycloak ${version} comes from Maven Central`);
  const done = spawnSync(
    'mvn',
    [
      ...['--batch-mode', '--quiet', `${dependencyPlugin}:unpack`],
      `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`,
      `-DoutputDirectory=${unfinished}`,
    ],
    { cwd: unfinished, encoding: 'utf8', timeout: 10 * 60_000 },
  );
  if (done.error !== undefined) return `mvn did not run (${done.error.message})`;
  if (done.status !== 0) return `Maven Central gave no Keycloak ${version}:\n${done.stdout}`;
  rmSync(home, { recursive: true, force: true });
  renameSync(join(unfinished, `keycloak-${version}`), home);
  rmSync(unfinished, { recursive: true, force: true });
  return undefined;
}

function build(): string | undefined {
  console.log(`Keycloak ${version} is built once: ${buildOptions.join(' ')}`);
  const done = spawnSync('sh', [join(home, 'bin/kc.sh'), 'build', ...buildOptions], {
    encoding: 'utf8',
    timeout: 5 * 60_000,
  });
  if (done.status !== 0) return `Keycloak could not be built:\n${done.stdout}${done.stderr}`;
  writeFileSync(builtMark(), buildOptions.join(' '));
  return undefined;
}

function isBuilt(): boolean {
  return existsSync(builtMark()) && readFileSync(builtMark(), 'utf8') === buildOptions.join(' ');
}

function builtMark(): string {
  return join(home, 'compute-desk-built-with.txt');
}
