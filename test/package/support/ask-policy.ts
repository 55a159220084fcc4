import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { connectWebClient } from '../../support/servers/web-client.ts';

/** node ask-policy.ts URL: what the web host says of the policies that it follows, and whether it is held to a lock. */
const client = await connectWebClient(process.argv[2] ?? '');
const { sources, locks } = await client.call('policy.snapshot', undefined);
const refused = await client.call('updates.set', { feed: null }).then(
  () => null,
  (problem: unknown) => (problem as AppErrorData).code,
);
client.close();
console.log(JSON.stringify({ sources, locks: locks.map(({ lock }) => lock), refused }));
