import type { CallInput, Handlers } from '../../../preload/contract/index.ts';
import type { System, SystemsState } from '../../../preload/contract/systems/systems.ts';

/** What other domains may ask of the systems that the user has set up. */
export interface SystemsReader {
  /** @throws AppError `no-system` */
  get(id: string): System;
  state(): SystemsState;
  /** Called after every change with the new state; gives the way to stop listening. */
  onChange(listener: (state: SystemsState) => void): () => void;
}

/** What can be done with them. */
export interface SystemOperations extends SystemsReader {
  /** Puts a new one on screen. @throws AppError `address-invalid`, `certificate-*` (an authority) */
  add(wanted: CallInput<'systems.add'>): Promise<System>;
  /** What is absent stays. @throws AppError `no-system`, and as `add` */
  update(id: string, change: Omit<CallInput<'systems.update'>, 'id'>): Promise<System>;
  /** Adds or changes a system as given, without judging its addresses; used for the demo. */
  save(system: System): Promise<System>;
  select(id: string): void;
  /** @throws AppError `no-system` */
  remove(id: string): Promise<void>;
  /** What domains do before a system is taken away: they forget what they keep for it, one after another. */
  beforeRemove(forget: (id: string) => Promise<void>): void;
}

/** The domain whole. */
export interface Systems extends SystemOperations {
  readonly calls: Omit<Handlers<'systems'>, 'openDemo' | 'readFile' | 'exportFile'>;
}
