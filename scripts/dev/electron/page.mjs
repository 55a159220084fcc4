import { WebSocket } from 'ws';

/**
 * Answers app:// with the page server's files instead of the built ones, and carries its WebSocket as an endless answer
 * with one message a line. So the window keeps no access to the network.
 * @param {string} address `http://127.0.0.1:PORT/WORD/`
 * @returns {(request: Request) => Promise<Response>}
 */
export function answerFrom(address) {
  const { pathname: base } = new URL(address);
  /** @type {WebSocket | undefined} of the page that was opened last */
  let socket;

  const open = (search) => {
    const own = new WebSocket(new URL(search, address.replace(/^http/, 'ws')), 'vite-hmr');
    socket = own;
    const body = new ReadableStream({
      start(controller) {
        own.on('message', (data) => controller.enqueue(Buffer.from(`${data}\n`)));
        own.on('error', (cause) => process.stderr.write(`the page's server: ${cause.message}\n`));
        own.on('close', () => controller.error(new Error("the page's server has ended")));
      },
      cancel: () => own.terminate(),
    });
    return new Response(body, { headers: { 'content-type': 'application/octet-stream' } });
  };

  return async (request) => {
    const { host, pathname, search } = new URL(request.url);
    if (host !== 'compute-desk') return new Response('not found', { status: 404 });
    if (pathname === '/dev-socket') {
      if (request.method === 'GET') return open(search);
      socket?.send(await request.text());
      return new Response(null, { status: 204 });
    }
    // files beside the built page are below the same word here
    const path = pathname.startsWith(base) ? pathname : base + pathname.slice(1);
    const accept = request.headers.get('accept') ?? '*/*';
    const { status, headers, body } = await fetch(new URL(path + search, address), {
      headers: { accept },
    });
    return new Response(body, { status, headers });
  };
}
