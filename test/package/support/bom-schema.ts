import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Schema, Validator } from '@cfworker/json-schema';
import { root } from '../../electron/support/desk.ts';

/** The schemas of CycloneDX, as a package of its project has them; another one than this is not taken. */
const library = {
  name: '@cyclonedx/cyclonedx-library',
  version: '10.3.0',
  integrity:
    'sha512-RIT28sp1U0PCHaaeF3yNRwk6Jig/XJ8UsYAVOMYaHQ+0VVOvsjcp0PTWQFLUqJFF8XMud+Kdq6G+wtDAh+QJFA==',
  folder: 'package/res/schema',
} as const;

const named = 'http://cyclonedx.org/schema';
const names = {
  bill: 'bom-1.6.SNAPSHOT.schema.json',
  beside: ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'],
} as const;

/**
 * A validator of bills by CycloneDX's own schema of version 1.6, fetched once by npm and kept in `.cache/`; undefined
 * where npm cannot get it. @throws Error where it is another one
 */
export function billValidator(): Validator | undefined {
  const folder = join(root, '.cache', `cyclonedx-${library.version}`);
  if (!existsSync(folder) && !fetchInto(folder)) return undefined;
  const read = (name: string): Schema =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')) as Schema;
  const validator = new Validator(read(names.bill), '7', false);
  // By the names that the schema of bills has for them, which are not those that they have for themselves.
  for (const name of names.beside) validator.addSchema(read(name), `${named}/${name}`);
  return validator;
}

function fetchInto(folder: string): boolean {
  const work = mkdtempSync(join(tmpdir(), 'compute-desk-schema-'));
  try {
    const wanted = `${library.name}@${library.version}`;
    const got = run('npm', ['pack', wanted, '--silent', '--pack-destination', work], work);
    if (got.status !== 0) return false;
    const tarball = join(work, got.stdout.trim());
    const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    if (`sha512-${hash}` !== library.integrity) throw new Error(`${wanted} is another: ${hash}`);
    const unpacked = run('tar', ['-xzf', tarball, '-C', work, library.folder], work);
    if (unpacked.status !== 0) throw new Error(unpacked.stderr);
    mkdirSync(join(folder, '..'), { recursive: true });
    renameSync(join(work, library.folder), folder);
    return true;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const run = (program: string, args: readonly string[], cwd: string) =>
  spawnSync(program, args, { cwd, encoding: 'utf8', timeout: 120_000 });
