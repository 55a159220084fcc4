import type { AppInfo } from '../../../../preload/contract/app.ts';
import type { Translate } from '../../../i18n/index.ts';
import type { Notice } from './notices.ts';

const engines = [
  { name: 'Electron', key: 'electron', licence: 'MIT', file: 'LICENSE.electron.txt' },
  { name: 'Chromium', key: 'chrome', licence: 'BSD-3-Clause', file: 'LICENSES.chromium.html' },
  { name: 'Node.js', key: 'node', licence: 'MIT', file: 'LICENSES.chromium.html' },
] as const;

/**
 * The components of the app's own window, with the licence file in the package; none if the app runs in the user's
 * browser.
 */
export function engineNotices(
  { host, runtime }: Pick<AppInfo, 'host' | 'runtime'>,
  t: Translate,
): readonly Notice[] {
  if (host !== 'electron') return [];
  return engines.map(({ name, key, licence, file }) => ({
    name,
    version: runtime[key] ?? '',
    licence,
    text: t('settings.licences.inFile', { file }),
  }));
}
