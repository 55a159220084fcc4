import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** A UDP and a TCP port of loopback with the same number, and what has reached them. */
export interface Listener {
  readonly port: number;
  readonly heard: readonly string[];
  close(): void;
}

export async function listen(): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    heard.push('tcp connection');
    socket.on('data', (data) => heard.push(`tcp ${data.length} bytes`));
    socket.on('error', (cause) => heard.push(`tcp ${cause.message}`));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const socket = createSocket('udp4', (data) => heard.push(`udp ${data.length} bytes`));
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', resolve);
  });
  return {
    port,
    heard,
    close() {
      server.close();
      socket.close();
    },
  };
}

/** What a page may try it with: what it has itself, or a frame or window that it makes has. */
export const realms = ['own', 'frame', 'written', 'window'] as const;
export type Realm = (typeof realms)[number];

/**
 * Runs in a page: asks STUN and TURN servers at a port, by UDP, TCP and TLS, and a peer that is said to
 * be there. Done when the connection has gathered what it could, or after three seconds.
 * @returns `none` where the page has no means to, the name of what refused it, or `asked`
 */
export async function tryWebRtc([port, name]: readonly [number, Realm]): Promise<string> {
  const make = (properties: object) => {
    const frame = Object.assign(document.createElement('iframe'), properties);
    document.body.append(frame);
    return frame.contentWindow;
  };
  const find = (): unknown => {
    if (name === 'own') return globalThis;
    if (name === 'window') return open('about:blank');
    return make(name === 'written' ? { src: 'javascript:0' } : {});
  };
  try {
    const { RTCPeerConnection: plain, webkitRTCPeerConnection: old } = (find() ?? {}) as Record<
      string,
      typeof RTCPeerConnection | undefined
    >;
    const Connection = plain ?? old;
    if (Connection === undefined) return 'none';
    const at = `127.0.0.1:${port}`;
    const turn = ['turn', 'turns'].flatMap((scheme) =>
      ['udp', 'tcp'].map((transport) => `${scheme}:${at}?transport=${transport}`),
    );
    const iceServers = [
      { urls: [`stun:${at}`] },
      { urls: turn, username: 'what is carried away', credential: 'x' },
    ];
    const connection = new Connection({ iceServers });
    connection.createDataChannel('x');
    const offer = await connection.createOffer();
    await connection.setLocalDescription(offer);
    const fingerprint = /a=fingerprint:.*/.exec(offer.sdp ?? '')?.[0] ?? '';
    const lines = [
      ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', 'a=group:BUNDLE 0'],
      ...['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 127.0.0.1', 'a=mid:0'],
      ...['a=ice-ufrag:abcd', 'a=ice-pwd:abcdefghijklmnopqrstuvwx', fingerprint],
      ...['a=setup:active', 'a=sctp-port:5000'],
      `a=candidate:1 1 udp 2130706431 127.0.0.1 ${port} typ host`,
      `a=candidate:2 1 tcp 2105524223 127.0.0.1 ${port} typ host tcptype passive`,
    ];
    await connection.setRemoteDescription({ type: 'answer', sdp: `${lines.join('\r\n')}\r\n` });
    await new Promise<void>((resolve) => {
      const end = () => connection.iceGatheringState === 'complete' && resolve();
      connection.addEventListener('icegatheringstatechange', end);
      setTimeout(resolve, 3_000);
      end();
    });
    return 'asked';
  } catch (cause) {
    return cause instanceof DOMException ? cause.name : String(cause);
  }
}
