import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configuration } from '../../../scripts/package/metadata.ts';

/** Makes an empty rpm that says of itself that it brings what the app's rpm requires. @returns its path */
export function librariesRpm(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const spec = join(folder, 'libraries.spec');
  writeFileSync(
    spec,
    `Name: libraries
Version: 1
Release: 1
Summary: What the system has
License: none
BuildArch: noarch
${configuration.rpm.depends.map((name) => `Provides: ${name}`).join('\n')}
%description
Of a test.
%files
`,
  );
  const made = spawnSync('rpmbuild', ['-bb', '--quiet', '--define', `_topdir ${folder}`, spec], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(`rpmbuild: ${made.stderr}`);
  return join(folder, 'RPMS/noarch/libraries-1-1.noarch.rpm');
}
