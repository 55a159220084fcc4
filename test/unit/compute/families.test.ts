import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { familyOf } from '../../../common/compute/families.ts';

const shared = join(import.meta.dirname, '../../../../shared/openapi');
const isHere = existsSync(shared);
if (!isHere) console.log('skipped: descriptions of compute APIs (../shared/openapi is not here)');
const pathsOf = (text: string): string[] =>
  Object.keys((parse(text) as { readonly paths: object }).paths);

describe('a description tells its family of compute APIs', () => {
  test.skipIf(!isHere).each([
    ['slurm-22.05-v0.0.38.json', { family: 'slurm', version: 'v0.0.38', accounting: false }],
    ['slurm-22.05-db.json', { family: 'slurm', version: 'v0.0.38', accounting: true }],
    ['slurm-24.11.json', { family: 'slurm', version: 'v0.0.42', accounting: false }],
    ['firecrest-v2.json', { family: 'firecrest' }],
    ['iri-facility-v1.yaml', { family: 'iri', version: 'v1' }],
    ['iri-facility-v2.yaml', { family: 'iri', version: 'v2' }],
  ])('%s', (file, family) => {
    expect(familyOf(pathsOf(readFileSync(join(shared, file), 'utf8')))).toEqual(family);
  });

  test('those of the field by their queues', () => {
    expect(familyOf(['/status/', '/queue/{machine}', '/queue/{machine}/{jobid}'])).toEqual({
      family: 'field',
    });
  });

  test('any other API tells none', () => {
    const others = ['/pets', '/jobs', '/queue', '/queue/{id}', '/status/systems', '/slurm/info'];
    expect(familyOf(others)).toBeNull();
    expect(familyOf([])).toBeNull();
  });
});
