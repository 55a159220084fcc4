import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ecPair } from '../../../unit/base/x509/reader/pairs.ts';
import { type Examples, firstPassphrase, type Stage } from './stage.ts';

/** Of what lies around the app: folders, a site's policy and packages, the environment, what crashed. */
export function settingsExamples(stage: Stage): Examples {
  const { call, surroundings } = stage;
  let dumps = 0;

  const checked = async () => {
    await call('updates.set', { feed: surroundings.feed });
    return call('updates.check', undefined);
  };

  return {
    async 'backups.schedule'() {
      await call('backups.unschedule', undefined);
      return { folder: surroundings.folder(), passphrase: firstPassphrase };
    },
    'dataPlace.move': async () => ({ folder: surroundings.folder() }),
    'policy.system': async () => ({ at: 0 }),
    async 'updates.check'() {
      await call('updates.set', { feed: surroundings.feed });
      return undefined;
    },
    async 'updates.save'() {
      const [file] = (await checked())?.files ?? [];
      return file === undefined ? null : { name: file.name };
    },
    async 'support.saveCrash'() {
      const folder = join(surroundings.dataFolder, 'crashes', 'completed');
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      dumps = (dumps + 1) % 20;
      writeFileSync(join(folder, `dump-${dumps}.dmp`), Buffer.alloc(2_000, dumps), { mode: 0o600 });
      return { id: `dump-${dumps}` };
    },
    async 'genai.importEnvironmentKey'() {
      const systemId = await stage.system();
      return systemId === null ? null : { systemId, name: 'of the environment' };
    },
    async 'certificates.chooseKey'() {
      const pem = keys.flatMap((pair) => [pair.keyPem, pair.certificatePem]).join('');
      const file = { fileName: 'keys.pem', bytes: Buffer.from(pem), passphrase: null };
      const read = await call('certificates.read', file);
      return read && { readId: read.readId, keyIndex: 1 };
    },
  };
}

const keys = [ecPair('Alice'), ecPair('Bob')];
