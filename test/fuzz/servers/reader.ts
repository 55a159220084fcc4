import type { ServerResponse } from 'node:http';
import type {
  CallInput,
  CallName,
  EventName,
  EventPayload,
} from '../../../preload/contract/index.ts';
import type { Behaviour, HostileProvider } from '../../support/servers/hostile-provider.ts';
import type { HostileAnswer } from './hostile-answers.ts';
import type { Site } from './site.ts';

/** What a reader is asked in: an app, a system of it whose servers are all one provider. */
export interface World {
  readonly systemId: string;
  readonly provider: HostileProvider;
  /** Origin of the web host. */
  readonly host: string;
  /** Keys and certificates of the site whose servers the app trusts. */
  readonly site: Site;
  /** However it ends: a hostile answer is an error more often than not. */
  ask<N extends CallName>(name: N, input: CallInput<N>): Promise<unknown>;
  /** @throws what the app answers */
  must<N extends CallName>(name: N, input: CallInput<N>): Promise<never>;
  /** The next event of the name that is as wanted; null where none has come in the time. */
  next<N extends EventName>(
    name: N,
    wanted: (payload: EventPayload<N>) => boolean,
  ): Promise<EventPayload<N> | null>;
}

export type Give = (response: ServerResponse) => void;

/** What answers a reader. */
export interface Server extends AsyncDisposable {
  /** From now on; null: well. */
  behave(give: Give | null): void;
}

/** A part of the app that reads what a server answers. */
export interface Reader {
  readonly name: string;
  /** How the provider behaves that gives the answer where this reader reads it, or another server that does. */
  readonly from:
    | ((give: Give) => Behaviour)
    | { readonly serve: (world: World) => Promise<Server> };
  /** Whether the answers come from servers of TLS. */
  readonly needsTls?: boolean;
  /** Answers that are for it alone, beside the others. */
  readonly own?: readonly HostileAnswer[];
  /** How many answers at once; the app signs in to one system at a time. Default: 4. */
  readonly lanes?: number;
  /** Once, before the answers; the provider is a good one then. */
  readonly prepare?: (world: World) => Promise<unknown>;
  /** Has the app read one answer. */
  readonly read: (world: World) => Promise<unknown>;
}

/** Wherever the provider has no page. */
export const everywhere = (give: Give): Behaviour => ({ other: () => give });
