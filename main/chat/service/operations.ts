import type { GenaiState, Model, Portal } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { CallOutput } from '../../../preload/contract/index.ts';
import type { Links } from '../../systems/links/index.ts';
import { type KeyOperations, toApiKey } from './key-operations.ts';
import type { KeyStore } from './keys.ts';
import { type Ledger, toCsv } from './ledger.ts';
import type { ModelLists } from './model-lists.ts';
import type { ModelRefresh } from './model-refresh.ts';
import { mergeModels, termsOf } from './models.ts';
import type { Portals } from './portals.ts';

/** A file for the user, without secrets. */
interface PublicFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly secret: false;
}

/** The user's operations on a service, other than completions. All throw AppError `no-system`. */
export interface GenaiOperations extends KeyOperations {
  /** Also refreshes the models if they are an hour old. */
  snapshot(systemId: string): GenaiState;
  /** The result is in the snapshot. */
  refreshModels(systemId: string): void;
  /** @param from first local day, `2026-01-31` @param to the last one */
  usage(systemId: string, from: string, to: string): Promise<CallOutput<'usage.snapshot'>>;
  exportedUsage(systemId: string, from: string, to: string): Promise<PublicFile>;
  portalOf(systemId: string): Portal;
  /** @throws AppError `address-invalid` */
  setPortal(systemId: string, portal: Portal): Promise<void>;
  /** Returns PEM of the system's own authorities, for other programs. @throws AppError `not-found` if there are none */
  exportedAuthorities(systemId: string): PublicFile;
}

/** Returns the state of a system's service for windows. */
export function genaiView(
  systemId: string,
  from: { readonly portals: Portals; readonly keys: KeyStore; readonly lists: ModelLists },
): GenaiState {
  const { portals, keys, lists } = from;
  const { fetchedAt, fetching, problem } = lists.of(systemId);
  const models = modelsOf(lists, systemId);
  return {
    systemId,
    portal: portals.of(systemId),
    keys: keys.of(systemId).map(toApiKey),
    selectedKeyId: keys.selected(systemId)?.id ?? null,
    keyless: lists.isKeyless(systemId),
    models,
    terms: termsOf(models),
    modelsFetchedAt: fetchedAt,
    fetchingModels: fetching,
    problem,
  };
}

/** Returns the live list with the document's facts. */
export function modelsOf(lists: ModelLists, systemId: string): Model[] {
  return mergeModels(lists.of(systemId).listed);
}

export function genaiOperations(deps: {
  readonly links: Pick<Links, 'to'>;
  readonly keyOperations: KeyOperations;
  readonly portals: Portals;
  readonly ledger: Ledger;
  readonly refresh: ModelRefresh;
  readonly view: (systemId: string) => GenaiState;
  readonly announce: (systemId: string) => void;
}): GenaiOperations {
  const { links, portals, ledger, refresh, view, announce } = deps;
  return {
    ...deps.keyOperations,
    snapshot(systemId) {
      refresh.ifStale(systemId);
      return view(systemId);
    },
    refreshModels(systemId) {
      refresh.soon(links.to(systemId, 'genai').systemId);
    },
    usage: (systemId, from, to) => ledger.read(systemId, from, to),
    async exportedUsage(systemId, from, to) {
      const bytes = Buffer.from(toCsv(await ledger.read(systemId, from, to)));
      return { name: `usage-${from}-${to}.csv`, bytes, secret: false };
    },
    portalOf: (systemId) => portals.of(systemId),
    async setPortal(systemId, portal) {
      await portals.set(links.to(systemId, 'genai').systemId, portal);
      announce(systemId);
    },
    exportedAuthorities(systemId) {
      const { authorities } = links.to(systemId, 'genai').connection;
      if (authorities.length === 0) {
        throw new AppError('not-found', { details: { what: 'authorities' } });
      }
      const pem = authorities.map((one) => `${one.trim()}\n`).join('');
      return { name: 'authorities.pem', bytes: Buffer.from(pem), secret: false };
    },
  };
}
