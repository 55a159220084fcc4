import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { appWithTestPage, type Desk, removeFolder, startDesk, temporaryFolder } from './desk.ts';

/** A folder of the running test, gone when it has finished. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-electron-'));
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** The app for the running test, closed when it has finished. */
export async function openDesk(options: Parameters<typeof startDesk>[0]): Promise<Desk> {
  const desk = await startDesk(options);
  onTestFinished(() => desk.electron.close());
  return desk;
}

/** What the tests of a file, or of a `describe`, have in common. */
interface Shared {
  readonly folder: string;
  /** In it; `startDesk` makes it. */
  readonly dataFolder: string;
  /** A data folder that no other test has. */
  freshData(): string;
}

/** A folder that is there before the first hook that follows, and gone after the last test. */
export function sharedFolder(): Shared {
  let folder = '';
  let count = 0;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => removeFolder(folder));
  return {
    get folder() {
      return folder;
    },
    get dataFolder() {
      return join(folder, 'data');
    },
    freshData: () => join(folder, `data-${++count}`),
  };
}

/** The same with the built app around a page of the tests' own. */
export function sharedApp(): Shared & { readonly app: string } {
  const shared = sharedFolder();
  let app = '';
  beforeAll(async () => {
    app = await appWithTestPage(shared.folder);
  });
  return Object.defineProperty(shared, 'app', { get: () => app }) as Shared & {
    readonly app: string;
  };
}
