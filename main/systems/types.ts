import type { Handlers } from '../../preload/contract/index.ts';
import type { System, SystemsState } from '../../preload/contract/systems.ts';

/** What other domains may ask of the systems that the user has set up. */
export interface SystemsReader {
  /** @throws AppError `no-system` */
  get(id: string): System;
  state(): SystemsState;
  /** Called after every change with the new state; gives the way to stop listening. */
  onChange(listener: (state: SystemsState) => void): () => void;
}

/** The domain whole. */
export interface Systems extends SystemsReader {
  readonly calls: Handlers<'systems'>;
  /** Adds or changes a system as given, without judging its addresses; used for the demo. */
  save(system: System): Promise<System>;
  select(id: string): void;
  remove(id: string): Promise<void>;
}
