/** The demo's service of generative AI in a process of its own, by a certificate that it is given; prints where it is. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGenai, openApiKeys } from '../../main/demo/genai/index.ts';
import { listen } from '../../main/demo/http/server.ts';

const [folder = '', certificateFile = '', keyFile = '', authorityFile = ''] = process.argv.slice(2);
const [certificatePem, keyPem, authorityPem] = await Promise.all(
  [certificateFile, keyFile, authorityFile].map((file) => readFile(file, 'utf8')),
);
if (certificatePem === undefined || keyPem === undefined || authorityPem === undefined) {
  throw new Error('a certificate, its key and its authority are needed');
}
const keys = await openApiKeys(join(folder, 'api-keys.json'), ['own-project']);
const server = await listen({
  identity: { certificatePem, keyPem },
  authorityPem,
  requestCertificate: false,
  ports: [],
});
server.serve(
  createGenai({
    keys,
    pace: () => ({ tokensPerSecond: 0, keepAliveMs: 15_000 }),
    timeoutMs: 600_000,
    onCompletion: () => undefined,
    onRequest: () => undefined,
  }),
);
process.stdout.write(
  `${JSON.stringify({ port: server.port, apiKey: keys.of('own-project') ?? '' })}\n`,
);
