import type { CallInput, Handlers } from '../../../preload/contract/index.ts';
import type { System, SystemsState } from '../../../preload/contract/systems/systems.ts';
import type { Statement } from '../../base/storage/database.ts';

/** Read access to the user's systems for other domains. */
export interface SystemsReader {
  /** @throws AppError `no-system` */
  get(id: string): System;
  state(): SystemsState;
  /** Called after every change with the new state; returns a function that stops listening. */
  onChange(listener: (state: SystemsState) => void): () => void;
}

/** What another domain stores in the transaction that adds a system; `discard` undoes the rest if that fails. */
export type StoreWithSystem = (
  systemId: string,
  wanted: CallInput<'systems.add'>,
) => Promise<{ readonly statement: Statement; discard(): Promise<void> } | null>;

/** Operations on systems. */
export interface SystemOperations extends SystemsReader {
  /** Adds a system and shows it. @throws AppError `address-invalid`, `certificate-*` (an authority) */
  add(wanted: CallInput<'systems.add'>): Promise<System>;
  /** Absent fields stay. @throws AppError `no-system`, and as `add` */
  update(id: string, change: Omit<CallInput<'systems.update'>, 'id'>): Promise<System>;
  /** Adds or changes a system without validating its addresses; used for the demo. */
  save(system: System): Promise<System>;
  select(id: string): void;
  /** @throws AppError `no-system` */
  remove(id: string): Promise<void>;
  /** Registers what is stored with each new system, before anybody learns of it. */
  storeWithNew(store: StoreWithSystem): void;
  /** Registers cleanup before a system is removed; the cleanups run one after another. */
  beforeRemove(forget: (id: string) => Promise<void>): void;
}

/** The whole domain. */
export interface Systems extends SystemOperations {
  /** The launcher opens the demo; the compute API is found out by what asks it. */
  readonly calls: Omit<Handlers<'systems'>, 'openDemo' | 'findComputeApi'>;
}
