import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openAppUser } from '../../electron/support/app-user.ts';
import { testFolder } from '../../support/files/folder.ts';

test.skipIf(process.getuid?.() !== 0)(
  'where the app can have no sandbox, CI fails instead of trying it without one',
  () => {
    const hidden = [join(testFolder(), 'not-there')];
    vi.stubEnv('CI', 'true');
    expect(() => openAppUser(hidden)).toThrow('no sandbox in CI');
    vi.stubEnv('CI', '');
    expect(openAppUser(hidden).user.sandbox).toBe(false);
    vi.unstubAllEnvs();
  },
);
