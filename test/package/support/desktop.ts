import { configuration } from '../../../scripts/package/metadata.ts';
import type { Contents } from '../../support/clean-root.ts';

/** A desktop and a login node as small as they can be: what a package may find there, and nothing of ours. */
export const desktop: Contents = {
  release: 'bookworm',
  packages: [
    ...configuration.deb.depends.map((name) => name.replace(/ .*/, '')),
    ...['desktop-file-utils', 'shared-mime-info', 'hicolor-icon-theme', 'libglib2.0-bin'],
    ...['xvfb', 'procps', 'zstd', 'fonts-dejavu-core'],
    // Beside Environment Modules it cannot be installed.
    'lmod',
  ],
};
