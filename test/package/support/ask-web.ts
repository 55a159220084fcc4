import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { connectWebClient } from '../../support/servers/web-client.ts';

/**
 * node ask-web.ts URL: opens the web host's address as a tab would, works in the demo, and prints what came of it.
 */
const url = process.argv[2] ?? '';
const page = await fetch(url);
const client = await connectWebClient(url);
const info = await client.call('app.info', undefined);

/** A loaded machine starts the demo more slowly than the app waits. */
async function openDemo(tries: number): Promise<void> {
  try {
    await client.call('systems.openDemo', undefined);
  } catch (problem) {
    if (tries === 0 || (problem as AppErrorData).code !== 'demo-not-running') throw problem;
    await openDemo(tries - 1);
  }
}
await openDemo(3);
const systemId = 'demo';
const { systems } = await client.call('systems.snapshot', undefined);
const { id, temporary } = await client.call('conversations.create', { systemId, model: null });
await client.call('conversations.rename', { id, title: 'kept' });
const { hits } = await client.call('conversations.search', { systemId, text: 'kept', limit: 5 });
await client.call('machines.refresh', { systemId });
client.close();
console.log(
  JSON.stringify({
    page: page.status,
    host: info.host,
    version: info.version,
    systems: systems.map((system) => system.id),
    temporary,
    hits: hits.length,
  }),
);
