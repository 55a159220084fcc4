import { startLoopbackServer } from './loopback-server.ts';

interface LoopbackRequest {
  readonly method: string;
  /** Path and query as sent, at most `maxUrl` characters. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

export interface LoopbackReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface LoopbackListener {
  readonly port: number;
  /** Stops listening; running answers get a second to end. */
  close(): Promise<void>;
}

const maxUrl = 32 * 1024;
const longestAnswer = 1000;

/**
 * Listens on 127.0.0.1 for the user's own browser (RFC 8252, section 7.3). Does not read bodies.
 * @param options.port 0 lets the operating system choose
 * @throws the cause if the port is taken
 */
export async function listenOnLoopback(options: {
  readonly port: number;
  readonly answer: (request: LoopbackRequest) => LoopbackReply | Promise<LoopbackReply>;
}): Promise<LoopbackListener> {
  const server = await startLoopbackServer({
    port: options.port,
    maxHeaderSize: 2 * maxUrl,
    holdsProcess: false,
    answer(request, response) {
      const { method = '', url = '/', headers } = request;
      const flat = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, value?.toString()]),
      );
      const send = (reply: LoopbackReply): void => {
        response.writeHead(reply.status, { ...reply.headers, connection: 'close' });
        response.end(method === 'HEAD' ? undefined : reply.body);
      };
      request.resume();
      if (url.length > maxUrl) return send({ status: 414, headers: {}, body: '' });
      const reply = options.answer({ method, url, headers: flat });
      if (!(reply instanceof Promise)) return send(reply);
      reply.then(send, () => response.destroy());
    },
  });
  return { port: server.port, close: () => server.close(longestAnswer) };
}
