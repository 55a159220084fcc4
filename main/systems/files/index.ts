import type { Portal } from '../../../preload/contract/chat/genai.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Handlers } from '../../../preload/contract/index.ts';
import {
  defaultRequestTimeout,
  systemFileEnding,
} from '../../../preload/contract/systems/system-choices.ts';
import type { SystemFile } from '../../../preload/contract/systems/system-file.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { safeFileName } from '../../base/files/file-name.ts';
import type { Files } from '../../base/host.ts';
import { readSystemFile, refuseSecrets } from '../../base/system-file/index.ts';
import type { Links } from '../links/index.ts';
import type { SystemsReader } from '../list/types.ts';
import type { SignIn } from '../sign-in/index.ts';

export interface SystemFilesDeps {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'isShareable'>;
  readonly genai: { portalOf(systemId: string): Portal };
  /** Knows the realm. */
  readonly signIn: Pick<SignIn, 'snapshot'>;
  readonly files: Files;
}

/** Exports systems as files, from an operator to its users and between users. */
export interface SystemFiles {
  readonly calls: Handlers<'systemFiles'>;
}

export function createSystemFiles(deps: SystemFilesDeps): SystemFiles {
  const { systems, links, genai, signIn, files } = deps;
  return {
    calls: {
      read: async ({ bytes }) => readSystemFile(bytes),
      async export({ id }, sender) {
        // The demo's addresses do not work elsewhere, and its portal is nobody else's.
        if (!links.isShareable(id)) {
          throw new AppError('not-found', { details: { what: 'file' } });
        }
        const system = systems.get(id);
        const { realmPath } = (await signIn.snapshot(id)).settings;
        const identityProvider = system.authUrl === null ? null : `${system.authUrl}${realmPath}`;
        const content = writeSystemFile(system, identityProvider, genai.portalOf(id));
        const bytes = Buffer.from(content);
        const name = safeFileName(`${system.name}${systemFileEnding}`);
        return files.save({ name, bytes, secret: false }, sender);
      },
    },
  };
}

/** @throws AppError `system-file-secret` if an address contains one */
function writeSystemFile(system: System, identityProvider: string | null, portal: Portal): string {
  const others = (url: string | null): url is string => url?.startsWith('https:') === true;
  const pages = {
    ...(others(portal.keysUrl) && { keys: portal.keysUrl }),
    ...(others(portal.usageUrl) && { usage: portal.usageUrl }),
  };
  const content: SystemFile = {
    format: 'compute-desk-system',
    version: 1,
    name: system.name,
    ...(system.webApiUrl !== '' && { webApi: system.webApiUrl }),
    ...(identityProvider !== null && { identityProvider }),
    ...(system.genaiUrl !== null && { genai: system.genaiUrl }),
    ...(system.authorities.length > 0 && { authorities: system.authorities.map(({ pem }) => pem) }),
    route: system.route,
    reasoningBack: system.reasoningBack,
    ...(system.longestRequest !== defaultRequestTimeout && {
      longestRequest: system.longestRequest,
    }),
    ...(!system.thinkTags && { thinkTags: false }),
    ...(system.reasoningControl && { reasoningControl: system.reasoningControl }),
    ...(system.computeApi && { computeApi: system.computeApi }),
    ...(Object.keys(pages).length > 0 && { portal: pages }),
  };
  refuseSecrets(content, null);
  return `${JSON.stringify(content, null, 2)}\n`;
}
