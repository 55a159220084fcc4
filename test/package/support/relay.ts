import { connect, createServer } from 'node:net';

/**
 * node relay.ts SOCKET PORT: takes connections at a socket of the file system to a port of 127.0.0.1. Run on the
 * network of a clean root, it is the only way in from outside.
 */
const [socket = '', port = ''] = process.argv.slice(2);
const server = createServer((outside) => {
  const inside = connect(Number(port), '127.0.0.1');
  for (const [one, other] of [
    [outside, inside],
    [inside, outside],
  ] as const) {
    one.pipe(other);
    one.on('error', () => other.destroy());
  }
});
server.listen(socket, () => console.log('ready'));
