import { randomUUID } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import type { SupportFile } from '../../../preload/contract/settings/support.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import type { Host } from '../../base/host.ts';
import type { Policy } from '../../base/policy/index.ts';
import { createStrictRedaction, secretParts } from '../../base/redaction/index.ts';
import type { OpenedVault } from '../../base/storage/vault/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';
import type { Doctor } from '../examination/index.ts';
import { archiveOf } from './archive.ts';
import { lastLines, linesOf } from './log-lines.ts';
import { personalNames } from './names.ts';

/** Support files in memory that were shown but not saved, at most. */
const mostGathered = 4;

export interface SupportDeps {
  readonly host: Pick<
    Host,
    'kind' | 'version' | 'platform' | 'runtime' | 'environment' | 'paths' | 'files' | 'crashes'
  >;
  readonly settings: { current(): Settings };
  readonly vault: Pick<OpenedVault, 'state' | 'secrets'>;
  readonly certificates: { all(): readonly Certificate[] };
  readonly systems: Pick<SystemsReader, 'state'>;
  readonly doctor: Pick<Doctor, 'wordsOf'>;
  /** Operators' policies, for a window. */
  readonly policy: Pick<Policy, 'state'>;
  readonly now?: () => Date;
}

/** The support file: created without secrets and names, shown, and saved as shown. */
export function createSupport(deps: SupportDeps): { readonly calls: Handlers<'support'> } {
  const { host, now = () => new Date() } = deps;
  const gathered = new Map<string, readonly SupportFile[]>();

  const crashes = async () => (await host.crashes?.list()) ?? [];

  async function gather(withCrashes: boolean): Promise<SupportFile[]> {
    const secrets = (await deps.vault.secrets()).flatMap(secretParts);
    const names = await personalNames({ ...deps, wordsOf: deps.doctor.wordsOf });
    const redaction = createStrictRedaction(secrets, names);
    const { kind, version, platform, runtime, environment, paths } = host;
    const about = { version, host: kind, platform, runtime, dataFolder: paths.data };
    const told: Record<string, Json> = {
      about: { ...about, environment: environment.map((one) => ({ ...one })) } as Json,
      settings: { ...deps.settings.current(), vault: { ...deps.vault.state() } },
      policy: deps.policy.state as Json,
      ...(withCrashes && { crashes: await crashes() }),
    };
    const files = Object.entries(told).map(([name, value]) => ({
      name: `${name}.json`,
      text: `${JSON.stringify(redaction.value(value), null, 2)}\n`,
    }));
    const log = await linesOf(await lastLines(paths.data), redaction);
    return [...files, { name: 'log.txt', text: log }];
  }

  return {
    calls: {
      async gather({ crashes: withCrashes }) {
        const files = await gather(withCrashes);
        const id = randomUUID();
        gathered.set(id, files);
        for (const old of [...gathered.keys()].slice(0, -mostGathered)) gathered.delete(old);
        return { id, files };
      },
      async save({ id }, sender) {
        const files = gathered.get(id);
        if (files === undefined) throw new AppError('not-found', { details: { name: id } });
        const bytes = await archiveOf(files);
        const name = `compute-desk-support-${now().toISOString().slice(0, 10)}.zip`;
        return host.files.save({ name, bytes, secret: true }, sender);
      },
      crashes,
      async saveCrash({ id }, sender) {
        const bytes = await host.crashes?.read(id);
        if (bytes === undefined) throw new AppError('not-found', { details: { name: id } });
        return host.files.save({ name: `compute-desk-${id}.dmp`, bytes, secret: true }, sender);
      },
      removeCrash: async ({ id }) => host.crashes?.remove(id),
    },
  };
}
