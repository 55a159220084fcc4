import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import type { Host } from '../../../main/base/host.ts';
import type { CallInput } from '../../../preload/contract/index.ts';
import { testFolder } from '../files/folder.ts';
import { startWholeApp } from '../processes/whole-app.ts';
import { startFakeGenai } from '../servers/fake-genai.ts';

export const serviceKey = 'sk-test-0123456789abcdef-wxyz';
/** What comes after the start of an answer of /large: more than is ever collected. */
const large = Buffer.alloc(20 * 1024 ** 2, 'x');
export const passphrase = 'correct horse battery';

export interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
  /** The body did not reach its end. */
  readonly cut: boolean;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly onText?: (text: string) => void;
}

/** Sends a request as another program does, its path as it stands. */
export async function send(url: string, { method = 'GET', headers, body, onText }: Sent = {}) {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
  const { hostname, port, origin } = new URL(url);
  const sent = request({
    ...{ hostname, port, method, path: url.slice(origin.length) },
    headers: { 'content-type': 'application/json', ...headers },
  });
  sent.end(text);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const reply = { status: answer.statusCode ?? 0, headers: answer.headers, text: '', cut: false };
  answer.setEncoding('utf8').on('data', (piece: string) => {
    reply.text += piece;
    onText?.(piece);
  });
  answer.on('error', () => undefined);
  await new Promise((resolve) => answer.once('close', resolve));
  reply.cut = !answer.complete;
  return reply as Reply;
}

/** The whole app with a system whose services are fakes, and the listener for other programs turned on. */
export async function programsWorld(change: Partial<Host> = {}, folder = testFolder()) {
  const genai = await startFakeGenai();
  const asked: IncomingMessage[] = [];
  const held = new EventEmitter();
  const holding: (() => void)[] = [];
  const webApi = createServer((got, response) => {
    // The app's own question about the machines is none of a program.
    if (got.url !== '/status/') asked.push(got);
    got.resume();
    if (got.url === '/packed') {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('unpacked'));
      return;
    }
    if (got.url === '/hold' || got.url === '/large') {
      const isLarge = got.url === '/large';
      if (isLarge) response.writeHead(200).write('first');
      got.once('end', () => {
        holding.push(() => void (isLarge ? response.end(large) : response.writeHead(200).end()));
        held.emit('held');
      });
      return;
    }
    if (got.url === '/elsewhere') {
      response
        .writeHead(302, { location: 'https://elsewhere.invalid/', 'set-cookie': 'a=b' })
        .end();
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'a=b' });
      response.end(JSON.stringify({ url: got.url, method: got.method }));
    }
  });
  await once(webApi.listen(0, '127.0.0.1'), 'listening');
  const { port } = webApi.address() as AddressInfo;
  onTestFinished(async () => {
    await genai.close();
    webApi.closeAllConnections();
    webApi.close();
  });
  const whole = await startWholeApp(change, folder);
  const { call } = whole;
  await call('vault.setPassphrase', { passphrase });
  const system = await call('systems.add', {
    name: 'Alpha',
    webApiUrl: `http://127.0.0.1:${port}`,
    authUrl: null,
    genaiUrl: genai.url,
    authorities: [],
    certificateId: null,
    route: 'certificate',
  } as unknown as CallInput<'systems.add'>);
  await call('genai.addKey', { systemId: system.id, name: 'Key', key: serviceKey });
  await call('programs.turn', { on: true });
  const state = () => call('programs.snapshot', undefined);
  const address = (await state()).address ?? '';
  return {
    ...whole,
    genai,
    asked,
    /** Calls of the Web API's /hold, whose answers wait, and of its /large, which wait for all but their start. */
    held: {
      async until(count: number): Promise<void> {
        while (holding.length < count) await once(held, 'held');
      },
      letGo(): void {
        for (const letGo of holding) letGo();
      },
    },
    system,
    address,
    state,
    async add(more: Partial<CallInput<'programs.add'>> = {}) {
      const { id, key } = await call('programs.add', {
        ...{ systemId: system.id, name: 'Notebook', paths: ['v1', 'web-api'] },
        ...{ models: null, readOnly: false, conversations: false, endsAt: null, ...more },
      });
      return { id, key, headers: { authorization: `Bearer ${key}` } };
    },
  };
}

export const question = { model: 'model-1', messages: [{ role: 'user', content: 'Hello' }] };
