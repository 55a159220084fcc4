import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

/**
 * node serve-site.ts FOLDER: a site's folder of packages, over TLS with `server.pem` and `server.key` beside it. Says its
 * port.
 */
const [folder = ''] = process.argv.slice(2);
const beside = (name: string): Buffer => readFileSync(join(folder, '..', name));
const server = createServer(
  { cert: beside('server.pem'), key: beside('server.key') },
  ({ url = '' }, response) => {
    const file = join(folder, basename(url));
    if (existsSync(file)) createReadStream(file).pipe(response);
    else response.writeHead(404).end();
  },
);
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
