import type { Portal } from '../../../preload/contract/chat/genai.ts';
import { demoSystemId, type Systems } from '../../systems/list/index.ts';
import type { DemoInfo } from '../types.ts';
import { demoCertificateFile, isOfDemo } from './system.ts';

/** Imports the demo's certificate and API key at its first start, and keeps the address of its portal up to date. */
export function followDemo(deps: {
  readonly demo: {
    onStart(listener: (info: DemoInfo, isNew: boolean) => Promise<void>): void;
  };
  readonly systems: Pick<Systems, 'get' | 'save'>;
  readonly certificates: {
    importFile(file: {
      fileName: string;
      bytes: Uint8Array;
      passphrase: string;
    }): Promise<{ id: string }>;
  };
  readonly genai: {
    addKey(systemId: string, name: string, key: string): Promise<unknown>;
    portalOf(systemId: string): Portal;
    setPortal(systemId: string, portal: Portal): Promise<void>;
  };
}): void {
  const { demo, systems, certificates, genai } = deps;

  async function importCredentials(info: DemoInfo): Promise<void> {
    const certificate = await certificates.importFile(await demoCertificateFile(info));
    await genai.addKey(demoSystemId, info.apiKeyProject, info.apiKey);
    await systems.save({ ...systems.get(demoSystemId), certificateId: certificate.id });
  }
  /** An address that the user entered stays. */
  async function updatePortal(keysUrl: string): Promise<void> {
    const portal = genai.portalOf(demoSystemId);
    if (portal.keysUrl === keysUrl) return;
    const ours = portal.keysUrl === null || isOfDemo(portal.keysUrl);
    if (ours) await genai.setPortal(demoSystemId, { ...portal, keysUrl });
  }

  demo.onStart(async (info, isNew) => {
    if (isNew) await importCredentials(info);
    await updatePortal(info.portalKeysUrl);
  });
}
