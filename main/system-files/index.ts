import type { Portal } from '../../preload/contract/chat/genai.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { CallOutput, Handlers } from '../../preload/contract/index.ts';
import { isDeeper, NotJson, parseJson } from '../../preload/contract/json.ts';
import {
  largestSystemFile,
  systemFileEnding,
} from '../../preload/contract/systems/system-choices.ts';
import { type SystemFile, systemFile } from '../../preload/contract/systems/system-file.ts';
import { type System, usualRealmPath } from '../../preload/contract/systems/systems.ts';
import { safeFileName } from '../file-name.ts';
import type { Files } from '../host.ts';
import type { Links } from '../links/index.ts';
import type { SignIn } from '../sign-in/index.ts';
import { checkAddress, readGivenAuthorities, requireUsable } from '../systems/index.ts';
import type { SystemsReader } from '../systems/types.ts';
import { secretIn } from './secrets.ts';
import { seen } from './seen.ts';

export interface SystemFilesDeps {
  readonly systems: SystemsReader;
  readonly links: Pick<Links, 'isShareable'>;
  readonly genai: { portalOf(systemId: string): Portal };
  /** Knows the realm. */
  readonly signIn: Pick<SignIn, 'snapshot'>;
  readonly files: Files;
}

export { secretIn as findSecret } from './secrets.ts';

/** Systems as files, from a site to its users and from one to another. */
export interface SystemFiles {
  readonly calls: Pick<Handlers<'systems'>, 'readFile' | 'exportFile'>;
}

export function createSystemFiles(deps: SystemFilesDeps): SystemFiles {
  const { systems, links, genai, signIn, files } = deps;
  return {
    calls: {
      readFile: async ({ bytes }) => readSystemFile(bytes),
      async exportFile({ id }, sender) {
        // The demo's addresses lead nowhere from elsewhere, and that of its portal is nobody else's.
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

/**
 * What a file proposes; nothing is kept of it.
 * @throws AppError `system-file-invalid`, `system-file-newer`, `system-file-secret`; `address-invalid`, `certificate-*`
 */
export function readSystemFile(bytes: Uint8Array): CallOutput<'systems.readFile'> {
  const value = parsed(bytes);
  refuseSecrets(value);
  const result = systemFile.safeParse(value);
  if (!result.success) throw unreadable(result.error.issues[0]?.path.join('.') ?? '');
  const { webApi, identityProvider, genai, authorities, ...rest } = result.data;
  const name = seen(rest.name).replaceAll('\n', ' ');
  if (name === '') throw unreadable('name');
  const texts = { en: seen(rest.texts?.en ?? ''), ja: seen(rest.texts?.ja ?? '') };
  // as they will be read: nothing hides between their letters any more
  refuseSecrets({ name, texts });
  if (webApi === undefined && genai === undefined) throw unreadable('webApi');
  return {
    name,
    webApiUrl: webApi === undefined ? '' : requireUsable('webApi', webApi),
    authUrl: identityProvider === undefined ? null : provider(identityProvider),
    genaiUrl: genai === undefined ? null : requireUsable('genai', genai),
    authorities: readGivenAuthorities((authorities ?? []).map((pem) => Buffer.from(pem))),
    route: rest.route ?? null,
    reasoningBack: rest.reasoningBack ?? null,
    portal: {
      keysUrl: page('portal.keys', rest.portal?.keys),
      usageUrl: page('portal.usage', rest.portal?.usage),
    },
    texts: { en: texts.en || null, ja: texts.ja || null },
  };
}

/** @throws AppError `system-file-secret` */
function refuseSecrets(value: unknown): void {
  const where = secretIn(value);
  if (where !== null) throw new AppError('system-file-secret', { details: { where } });
}

/** With its realm, where that is not the usual one. */
function provider(text: string): string {
  const address = requireUsable('identityProvider', text);
  const { realmPath } = checkAddress('identityProvider', text);
  return realmPath === null || realmPath === usualRealmPath ? address : `${address}${realmPath}`;
}

function parsed(bytes: Uint8Array): unknown {
  if (bytes.length > largestSystemFile) throw unreadable('');
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  try {
    if (isDeeper(text, 10)) throw unreadable('');
    const value = parseJson(text);
    const version =
      typeof value === 'object' && value !== null && 'version' in value ? value.version : null;
    if (typeof version === 'number' && version > 1) {
      throw new AppError('system-file-newer', { details: { version } });
    }
    return value;
  } catch (cause) {
    if (cause instanceof NotJson) throw unreadable('');
    throw cause;
  }
}

function unreadable(where: string): AppError {
  return new AppError('system-file-invalid', { details: { where: where === '' ? '–' : where } });
}

/** A page that a browser may be sent to. */
function page(where: string, text: string | undefined): string | null {
  if (text === undefined) return null;
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return new URL(text).href;
  throw unreadable(where);
}

/** @throws AppError `system-file-secret` where an address has one in it */
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
    ...(Object.keys(pages).length > 0 && { portal: pages }),
  };
  refuseSecrets(content);
  return `${JSON.stringify(content, null, 2)}\n`;
}
