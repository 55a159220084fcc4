import { onTestFinished } from 'vitest';
import {
  type AuthorizationServer,
  type Faults,
  startAuthorizationServer,
  startProtectedService,
} from '../../../support/servers/authorization-server.ts';
import { followAsBrowser } from '../../../support/servers/own-browser.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';

export const limits = { connectMs: 20_000, probeMs: 10_000, callMs: 20_000, longestCallMs: 20_000 };
export type ServiceFaults = Parameters<typeof startProtectedService>[1];

/** A service that wants a token, and a user whose browser goes where it is sent to. */
export async function openService(
  options: {
    faults?: Faults;
    service?: ServiceFaults;
    client?: { clientId: string; clientSecret?: string };
    /** In place of the browser. */
    browse?: (url: string) => Promise<boolean>;
    by?: AuthorizationServer;
  } = {},
) {
  const provider = options.by ?? (await startAuthorizationServer(options.faults));
  onTestFinished(() => provider.close());
  const service = await startProtectedService(provider, options.service);
  onTestFinished(() => service.close());
  const pages: Promise<string>[] = [];
  const browse = async (url: string): Promise<boolean> => {
    pages.push(followAsBrowser(url).then((page) => page.text()));
    return true;
  };
  const world = await toolServersWorld({ limits, browse: options.browse ?? browse });
  const target = {
    ...{ kind: 'http' as const, url: service.url, certificate: false, headers: [] },
    ...options.client,
  };
  const wanted = { name: 'test', systemId: null, target };
  const { id } = await world.door.toolServers.add(wanted, nobody);
  await world.until(id, 'running', 'failed');
  const { toolServers } = world.door;
  return {
    ...{ ...world, provider, service, pages, id, wanted },
    signIn: () => toolServers.signIn({ id }, nobody),
    signOut: () => toolServers.signOut({ id }, nobody),
    shown: async () => (await world.list()).find((one) => one.id === id),
    /** All that is kept of secrets, by name. */
    secrets: () => world.vault.get(`tool-server-sign-in:${id}`, 'user'),
  };
}
