import { createHash, sign } from 'node:crypto';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostileCalendars } from './hostile-calendars.ts';
import { everywhere, type Give, type Reader, type Server, type World } from './reader.ts';

const day = 86_400_000;

async function readCalendar({ ask, provider, systemId }: World): Promise<void> {
  await ask('maintenance.addAddress', { systemId, url: `${provider.origin}/calendar.ics` });
  const now = Date.now();
  await ask('machineHistory.calendar', { systemId, from: now - 30 * day, to: now + 30 * day });
  const { calendars = [] } = (await ask('maintenance.snapshot', { systemId })) as {
    calendars?: { id: string }[];
  };
  for (const { id } of calendars) await ask('maintenance.removeCalendar', { systemId, id });
}

/** What an answer would have said, up to where it waits for the reader. */
function bodyOf(give: Give): Buffer {
  const parts: Buffer[] = [];
  const take = (part: unknown): void => {
    if (typeof part === 'string' || part instanceof Uint8Array) parts.push(Buffer.from(part));
  };
  const response = {
    destroyed: false,
    writeHead: () => response,
    on: () => response,
    destroy: () => response,
    write(part: unknown) {
      take(part);
      return false;
    },
    end(part: unknown) {
      take(part);
      return response;
    },
  };
  give(response as unknown as ServerResponse);
  return Buffer.concat(parts);
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const names = ['SHA256SUMS', 'SHA256SUMS.sig', 'SHA256SUMS.pem', 'update.json'];

/**
 * A folder of packages: in turn one of its files is the answer as it is, and a list and a description are the
 * answer's words under a good signature, as by a site's key that somebody else has.
 */
async function serveFeed({ site, must }: World): Promise<Server> {
  const { pki, signing } = site;
  if (pki === null) throw new Error('without openssl');
  let give: Give | null = null;
  let turn = 0;
  const described = (): Buffer =>
    turn % 6 === 5 && give !== null ? bodyOf(give) : Buffer.from('{}');
  const listed = (): Buffer => {
    const words = turn % 6 === 4 && give !== null ? bodyOf(give).subarray(0, 500_000) : '';
    return Buffer.from(`${words}\n${sha256(described())}  update.json\n`);
  };
  const files: Record<string, () => Buffer> = {
    SHA256SUMS: listed,
    'SHA256SUMS.sig': () => sign(null, listed(), signing.key),
    'SHA256SUMS.pem': () => Buffer.from(signing.pem),
    'update.json': described,
  };
  const { certificatePem: cert, privateKeyPem: key } = pki.servers.good;
  const server = createServer({ cert, key }, (request, response) => {
    const name = (request.url ?? '').replace('/packages/', '');
    if (give !== null && name === names[turn % 6]) give(response);
    else response.end(files[name]?.());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await must('updates.set', { feed: `https://localhost:${port}/packages/#sha256=${signing.hash}` });
  return {
    behave(next) {
      give = next;
      turn += 1;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export const readersOfFiles: readonly Reader[] = [
  {
    name: 'calendars of an address',
    from: everywhere,
    own: hostileCalendars,
    read: readCalendar,
  },
  {
    name: 'lists of newer versions',
    from: { serve: serveFeed },
    needsTls: true,
    lanes: 1,
    read: ({ ask }) => ask('updates.check', undefined),
  },
];
