import { readFile } from 'node:fs/promises';
import { defaultRequestTimeout } from '../../../preload/contract/systems/system-choices.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { readAuthorities } from '../../base/x509/authorities.ts';
import type { ProvidedSettings } from '../../systems/links/index.ts';
import { demoSystemId } from '../../systems/list/index.ts';
import type { DemoInfo } from '../types.ts';

const name = 'Demo';

/** Returns the demo as a system, keeping the user's changes of an earlier one (its certificate, its name). */
export function demoSystem(info: DemoInfo, earlier: System | undefined): System {
  return {
    id: demoSystemId,
    name: earlier?.name ?? name,
    kind: 'demo',
    webApiUrl: info.webApiUrl,
    authUrl: info.authUrl,
    genaiUrl: info.genaiUrl,
    authorities: readAuthorities(Buffer.from(info.authorityPem)),
    certificateId: earlier?.certificateId ?? null,
    reasoningBack: earlier?.reasoningBack ?? 'in-tool-rounds',
    longestRequest: earlier?.longestRequest ?? defaultRequestTimeout,
    thinkTags: earlier?.thinkTags ?? true,
    reasoningControl: earlier?.reasoningControl ?? null,
    computeApi: { family: 'field', user: 'demo' },
    route: earlier?.route ?? 'certificate',
    createdAt: earlier?.createdAt ?? new Date().toISOString(),
  };
}

/** Returns the user's certificate file from the demo's first start. */
export async function demoCertificateFile(
  info: DemoInfo,
): Promise<{ fileName: string; bytes: Uint8Array; passphrase: string }> {
  const bytes = await readFile(info.p12Path);
  return { fileName: 'demo-user.p12', bytes, passphrase: info.p12Passphrase };
}

/** Returns what the user need not enter. */
export function demoProvidedSettings(info: DemoInfo): ProvidedSettings {
  return {
    client: info.oauthClient,
    registration: {
      endpoint: info.registrationEndpoint,
      initialAccessToken: info.initialAccessToken,
    },
  };
}

/** Returns whether it is the portal's page of a demo, at this start or an earlier one. */
export function isOfDemo(keysUrl: string): boolean {
  return /^http:\/\/127\.0\.0\.1:\d+\/portal\//.test(keysUrl);
}
