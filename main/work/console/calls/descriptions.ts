import { AppError } from '../../../../preload/contract/errors.ts';
import type { Emit, Handlers } from '../../../../preload/contract/index.ts';
import { largestDescription } from '../../../../preload/contract/work/console-limits.ts';
import type { Network } from '../../../base/network/index.ts';
import { readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import type { Database } from '../../../base/storage/database.ts';
import { callWebApi } from '../../../machines/monitor/index.ts';
import type { Links } from '../../../systems/links/index.ts';
import type { ComputeApis } from '../../apis.ts';
import type { createDescriptions, DescriptionSource } from '../descriptions.ts';
import type { ConsoleStore } from '../store.ts';

type DescriptionCalls = Pick<
  Handlers<'apiConsole'>,
  'importDescription' | 'removeDescription' | 'setServer' | 'operation' | 'setEffect' | 'setNote'
>;

export interface DescriptionCallsDeps {
  readonly descriptions: ReturnType<typeof createDescriptions>;
  readonly store: ConsoleStore;
  readonly database: Database;
  readonly apis: Pick<ComputeApis, 'access'>;
  readonly network: Pick<Network, 'request'>;
  readonly links: Pick<Links, 'open'>;
  readonly emit: Emit;
  readonly changed: (systemId: string) => void;
  readonly requireOpen: (systemId: string) => void;
}

/** Where the demo, and many services, have their own description. */
const usualPath = '/openapi.json';
const fetchTimeout = 60_000;

export function descriptionCalls(deps: DescriptionCallsDeps): DescriptionCalls {
  const { descriptions, store, database, changed, requireOpen } = deps;
  const operationsChanged = (systemId: string, descriptionId: string): void =>
    deps.emit('consoleOperations.changed', { systemId, descriptionId });
  return {
    async importDescription({ systemId, from, replaces }) {
      requireOpen(systemId);
      const file = await fileOf(deps, systemId, from);
      const imported = await descriptions.importFile(systemId, file, replaces);
      changed(systemId);
      operationsChanged(systemId, imported.id);
      return imported;
    },
    async removeDescription({ systemId, descriptionId }) {
      requireOpen(systemId);
      await descriptions.requireOne(systemId, descriptionId);
      await database.runAll(store.removingDescription(descriptionId));
      changed(systemId);
    },
    async setServer({ systemId, descriptionId, server }) {
      requireOpen(systemId);
      await descriptions.requireOne(systemId, descriptionId);
      const isAddress = URL.canParse(server) && /^https?:$/.test(new URL(server).protocol);
      if (server !== '' && !isAddress) {
        throw new AppError('request-address-invalid', {
          details: { address: server.slice(0, 300) },
        });
      }
      await database.run(store.settingServer(descriptionId, server === '' ? null : server));
      changed(systemId);
    },
    async operation({ systemId, descriptionId, key }) {
      requireOpen(systemId);
      return descriptions.detail(systemId, descriptionId, key);
    },
    async setEffect({ systemId, descriptionId, key, effect }) {
      requireOpen(systemId);
      await descriptions.requireOne(systemId, descriptionId);
      await database.run(store.settingEffect(descriptionId, key, effect));
      operationsChanged(systemId, descriptionId);
    },
    async setNote({ systemId, descriptionId, key, note }) {
      requireOpen(systemId);
      await descriptions.requireOne(systemId, descriptionId);
      await database.run(store.settingNote(descriptionId, key, note));
    },
  };
}

async function fileOf(
  deps: DescriptionCallsDeps,
  systemId: string,
  from: DescriptionSource,
): Promise<{ bytes: Uint8Array; source: string }> {
  if (from.kind === 'file') return { bytes: from.bytes, source: from.name };
  const { address, connection } = await deps.links.open(systemId, 'webApi');
  const url = from.kind === 'demo' ? `${address}${usualPath}` : from.url;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new AppError('request-address-invalid', { details: { address: url.slice(0, 300) } });
  }
  const asked = {
    maxBytes: largestDescription,
    headers: { accept: 'application/json, application/yaml, text/yaml;q=0.9, */*;q=0.8' },
    headersTimeout: fetchTimeout,
  };
  const { origin } = new URL(url);
  if (origin === new URL(address).origin) {
    const { access, refusals } = await deps.apis.access(systemId);
    const path = new URL(url);
    const call = { ...asked, path, reads: true, ...(refusals && { refusals }) };
    const answer = await callWebApi(deps.network as Network, access, call);
    return contentOf(answer, url);
  }
  const { origins } = await deps.store.settings(systemId);
  if (!origins.includes(origin)) {
    throw new AppError('origin-not-allowed', { details: { host: origin } });
  }
  return contentOf(await deps.network.request({ ...asked, url, connection }), url);
}

function contentOf(
  answer: Parameters<typeof readRefusal>[0],
  source: string,
): { bytes: Uint8Array; source: string } {
  if (answer.status !== 200) throw refusalError(readRefusal(answer));
  return { bytes: answer.body, source: source.slice(0, 1000) };
}
