import type { Connections } from '../../../main/systems/connections/index.ts';
import { createLinks, type LinkParts, type Links } from '../../../main/systems/links/index.ts';
import type { SystemsReader } from '../../../main/systems/list/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { memoryVault } from './world.ts';

/** Of no system anything was decided. */
export const undecided: Pick<Connections, 'of' | 'onChange'> = {
  of: () => ({ pins: [], intermediates: [], proxy: { kind: 'system' }, tls12: [] }),
  onChange: () => () => undefined,
};

/** The links of these systems, as the app makes them; what a test leaves out there is none of. */
export function testLinks(
  systems: SystemsReader,
  given: () => { readonly [K in keyof LinkParts]?: Partial<LinkParts[K]> } = () => ({}),
  vault: Parameters<typeof createLinks>[0]['vault'] = memoryVault(),
  connections: Pick<Connections, 'of' | 'onChange'> = undecided,
): Links {
  const none = async (): Promise<never> => {
    throw new AppError('not-found');
  };
  return createLinks({
    systems,
    connections,
    vault,
    network: { forgetIdentities: () => undefined },
    parts: () => {
      const { certificates, demo, sessions } = given();
      return {
        certificates: { identity: none, ...certificates },
        demo: { prepare: async () => undefined, brings: none, ...demo },
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
      };
    },
  });
}
