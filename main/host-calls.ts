import { join } from 'node:path';
import type { Handlers } from '../preload/contract/index.ts';
import { safeFileName } from './base/files/file-name.ts';
import type { Host } from './base/host.ts';
import type { Damage } from './base/storage/types.ts';
import { openExternal } from './open-external.ts';

const damageOf = ({ folder, refused: _, ...found }: Damage, data: string) => ({
  ...found,
  path: folder && join(data, folder),
});

/** The calls about the app itself: the host's facts, and its services for the page. */
export function hostCalls(host: Host, damage: Damage | null): Handlers<'app'> {
  return {
    info: async () => ({
      version: host.version,
      host: host.kind,
      platform: host.platform,
      dataFolder: host.paths.data,
      runtime: { ...host.runtime },
      environment: [...host.environment],
      damage: damage && damageOf(damage, host.paths.data),
      spelling: host.spelling === true,
    }),
    openExternal: ({ url }) => openExternal(host, url),
    savePicture: ({ name, bytes }, sender) =>
      host.files.save({ name: safeFileName(name), bytes, secret: false }, sender),
    saveText: ({ name, text }, sender) => {
      const bytes = Buffer.from(text);
      return host.files.save({ name: safeFileName(name), bytes, secret: false }, sender);
    },
    background: async () => (await host.background?.()) ?? { login: 'as-set', hasTray: true },
    takeOpenedFile: async (_, sender) => host.openedFiles?.take(sender) ?? null,
    finishOpenedFiles: async ({ ids }) => host.openedFiles?.finish(ids),
  };
}
