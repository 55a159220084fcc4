import { chmodSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { testFolder } from '../files/folder.ts';
import { gate } from '../servers/fake-genai.ts';
import type { Pki } from './pki.ts';
import { appImage, type DeskOptions, updatesDesk } from './updates.ts';

export const old = 'the old one';
/** The AppImage of a version, as `siteOf` has it. */
export const fresh = (version = '0.2.0') => Buffer.alloc(400_000, version);
export type Lie = NonNullable<DeskOptions['lie']>;

/** The app, started from an AppImage in a folder of its own, that knows its feed. */
export async function imageDesk(pki: Pki, options: DeskOptions = {}, apps = testFolder()) {
  const path = join(apps, 'Compute Desk.AppImage');
  writeFileSync(path, old);
  chmodSync(path, 0o750);
  const restarts: string[] = [];
  const image = { path, restart: () => void restarts.push(path) };
  const app = await updatesDesk(pki, { image, ...options });
  await app.use();
  /** What else lies in the folder. */
  const left = () => readdirSync(apps).filter((name) => name !== 'Compute Desk.AppImage');
  const sizeLeft = (): number =>
    left().reduce((sum, name) => sum + lstatSync(join(apps, name)).size, 0);
  return Object.assign(app, {
    ...{ apps, path, image, restarts, left },
    content: () => readFileSync(path),
    /** Until some of the new one has been written. */
    async fetched() {
      await app.until(({ fetching }) => fetching !== null);
      await expect.poll(sizeLeft).toBeGreaterThan(0);
    },
  });
}

/** Sends all but the end of the new file, and the end once it is told to. */
export function heldBack(): { readonly lie: Lie; finish(): void } {
  const end = gate();
  return {
    finish: end.open,
    lie(path, response) {
      if (path !== appImage()) return false;
      response.write(fresh().subarray(0, -1));
      void end.opened.then(() => response.end(fresh().subarray(-1)));
      return true;
    },
  };
}
