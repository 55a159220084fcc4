import { ask, type PlainAnswer } from '../../support/servers/http.ts';
import type { HostileAnswer } from './hostile-answers.ts';
import type { Reader, World } from './reader.ts';
import { takeToken } from './taking.ts';

/** The most that the gateway lets pass, but for a little. */
const large = 15 * 1024 * 1024;

/** A page of one text again and again; `HERE` is the provider's own origin. */
const pageOf = (name: string, unit: string, type = 'text/html'): HostileAnswer => ({
  name,
  give(response) {
    const text = unit.replaceAll('HERE', `http://${response.req.headers.host}`);
    response.writeHead(200, { 'content-type': type });
    response.end(text.repeat(Math.floor(large / text.length)));
  },
});

const headed = (name: string, headers: Record<string, string | string[]>): HostileAnswer => ({
  name,
  give: (response) => void response.writeHead(200, headers).end('<h1>Who are you?</h1>'),
});

const own: readonly HostileAnswer[] = [
  pageOf('15 MB of its own addresses', 'HERE'),
  pageOf('15 MB of its own addresses, each with a path', '<a href="HERE/a?b=c">'),
  pageOf('15 MB of what looks like its own addresses', 'HERE.evil.example '),
  pageOf('15 MB of beginnings of its own address', 'http://127.0.0.'),
  pageOf('15 MB of text', 'x'),
  pageOf('15 MB of a picture', 'x', 'image/png'),
  headed('15 KB of one cookie', { 'set-cookie': `a=${'b'.repeat(15_000)}` }),
  headed('15 KB of blanks in a cookie', { 'set-cookie': `a${' '.repeat(15_000)}=b` }),
  headed('a thousand cookies', {
    'set-cookie': Array.from({ length: 1_000 }, (_, at) => `c${at}=1`),
  }),
  headed('attributes of a cookie', { 'set-cookie': `a=b${'; Path=/'.repeat(1_800)}` }),
  headed('a policy of 15 KB', {
    'content-security-policy': 'upgrade-insecure-requests;'.repeat(570),
  }),
];

/** The provider's pages as a browser gets them: in a tab of the web host, through the sign-in's gateway. */
async function readPages(world: World): Promise<void> {
  const { host, systemId } = world;
  await world.ask('session.signIn', { systemId, way: 'tab' });
  const opened = (await world.ask('session.openTab', { systemId })) as { path?: string };
  if (opened.path !== undefined) await visitTab(host, opened.path).catch(() => undefined);
  await world.ask('session.cancel', { systemId });
}

async function visitTab(host: string, path: string): Promise<void> {
  const way = new URL(leadsTo(await ask(host, path, { headers: { host: new URL(host).host } })));
  const entered = await ask(host, way.pathname, { headers: { host: way.host } });
  const [cookie = ''] = String(entered.headers['set-cookie']).split(';');
  const headers = { host: way.host, cookie, accept: 'text/html' };
  await ask(host, leadsTo(entered), { headers });
}

function leadsTo({ headers }: PlainAnswer): string {
  return /url=(.*)$/.exec(String(headers.refresh))?.[1] ?? '';
}

export const readersOfPages: readonly Reader[] = [
  {
    name: 'the pages in a sign-in’s tab',
    from: (give) => ({ authorize: () => give }),
    own,
    lanes: 1,
    prepare: takeToken,
    read: readPages,
  },
];
