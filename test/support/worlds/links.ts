import { type Accesses, createAccess } from '../../../main/systems/access/index.ts';
import type { Connections } from '../../../main/systems/connections/index.ts';
import { createLinks, type Links } from '../../../main/systems/links/index.ts';
import type { SystemsReader } from '../../../main/systems/list/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { memoryVault } from './world.ts';

/** Of no system anything was decided. */
export const undecided: Pick<Connections, 'of' | 'onChange'> = {
  of: () => ({ pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] }),
  onChange: () => () => undefined,
};

const none = async (): Promise<never> => {
  throw new AppError('not-found');
};

/** The links of these systems, as the app makes them; what a test leaves out there is none of. */
export function testLinks(
  systems: SystemsReader,
  given: {
    readonly demo?: Partial<Parameters<typeof createLinks>[0]['demo']>;
    readonly vault?: Parameters<typeof createLinks>[0]['vault'];
    readonly connections?: Pick<Connections, 'of' | 'onChange'>;
  } = {},
): Links {
  return createLinks({
    systems,
    connections: given.connections ?? undecided,
    vault: given.vault ?? memoryVault(),
    network: { forgetIdentities: () => undefined },
    demo: { prepare: async () => undefined, brings: none, ...given.demo },
  });
}

/** Who calls by these links; what a test leaves out there is none of. */
export function testAccess(
  links: Links,
  {
    certificates,
    sessions,
  }: {
    readonly certificates?: Partial<Parameters<typeof createAccess>[0]['certificates']>;
    readonly sessions?: Partial<Parameters<typeof createAccess>[0]['sessions']>;
  } = {},
): Accesses {
  return createAccess({
    links,
    certificates: { identity: none, ...certificates },
    sessions: {
      authorization: () => ({
        attach: none,
        renew: none,
        renewIfPossible: none,
        refusedAgain: () => undefined,
      }),
      unavailable: async () => null,
      isCertificateBound: () => false,
      providerToken: async () => null,
      ...sessions,
    },
  });
}
