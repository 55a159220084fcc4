import { createLinks, type LinkParts, type Links } from '../../main/links/index.ts';
import type { SystemsReader } from '../../main/systems/types.ts';
import { AppError } from '../../preload/contract/errors.ts';
import { memoryVault } from './world.ts';

/** The links of these systems, as the app makes them; what a test leaves out there is none of. */
export function testLinks(
  systems: SystemsReader,
  given: () => { readonly [K in keyof LinkParts]?: Partial<LinkParts[K]> } = () => ({}),
  vault: Parameters<typeof createLinks>[0]['vault'] = memoryVault(),
): Links {
  const none = async (): Promise<never> => {
    throw new AppError('not-found');
  };
  return createLinks({
    systems,
    vault,
    network: { forgetIdentities: () => undefined },
    parts: () => {
      const { certificates, demo, sessions } = given();
      return {
        certificates: { identity: none, ...certificates },
        demo: { prepare: async () => undefined, brings: none, ...demo },
        sessions: {
          authorization: () => ({ attach: none, renew: none, refusedAgain: () => undefined }),
          unavailable: async () => null,
          isCertificateBound: () => false,
          providerToken: async () => null,
          ...sessions,
        },
      };
    },
  });
}
