import { posix } from 'node:path';
import type { PolicySource } from '../../../preload/contract/settings/policy.ts';
import type { PolicyPlace } from '../host.ts';

const name = 'policy.json';
const product = 'Compute Desk';
const bundle = 'app.compute-desk';

/**
 * Returns the places of policies on an operating system, the strongest first (docs/policy.md).
 * @param options.user who runs the app: id and name, if known
 */
export function policyLocations(options: {
  readonly platform: string;
  readonly user: { readonly id: number | null; readonly name: string };
  /** The app's folder; null if no policy may lie beside it. */
  readonly app: string | null;
  /** File of a policy to try out (`--policy`). */
  readonly tried: string | null;
}): PolicyPlace[] {
  const { platform, user, app, tried } = options;
  const own = user.id === null ? null : [0, user.id];
  const file = (
    kind: PolicySource['kind'],
    path: string,
    owners: readonly number[] | null,
    ownFolder: boolean,
  ): PolicyPlace => ({ by: 'file', kind, path, owners, ownFolder });
  const key = (kind: PolicySource['kind'], hive: 'HKLM' | 'HKCU'): PolicyPlace => {
    return { by: 'registry', kind, hive, product };
  };
  const managed = '/Library/Managed Preferences';
  const preferences = (kind: PolicySource['kind'], path: string): PolicyPlace => {
    return { by: 'preferences', kind, path };
  };
  const ofSystem: PolicyPlace[] =
    platform === 'win32'
      ? [key('computer-registry', 'HKLM'), key('user-registry', 'HKCU')]
      : platform === 'darwin'
        ? [
            preferences('computer-preferences', `${managed}/${bundle}.plist`),
            preferences('user-preferences', `${managed}/${user.name}/${bundle}.plist`),
          ]
        : [file('folder', `/etc/compute-desk/${name}`, [0], true)];
  const separator = platform === 'win32' ? '\\' : posix.sep;
  return [
    ...ofSystem,
    ...(app === null ? [] : [file('beside', `${app}${separator}${name}`, own, false)]),
    ...(tried === null ? [] : [file('tried', tried, null, false)]),
  ];
}
