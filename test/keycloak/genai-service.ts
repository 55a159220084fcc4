/**
 * The demo's generative AI service as a process of its own, under a certificate of somebody else's; ends with its
 * standard input. Prints `{ url, apiKey }` in a line once it answers.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGenai, openApiKeys } from '../../main/demo/genai/index.ts';
import { listen } from '../../main/demo/http/server.ts';

const [folder = '', certificateFile = '', keyFile = '', authorityFile = ''] = process.argv.slice(2);
const project = 'climate-2026';
const keys = await openApiKeys(join(folder, 'api-keys.json'), [project]);
const server = await listen({
  identity: {
    certificatePem: readFileSync(certificateFile, 'utf8'),
    keyPem: readFileSync(keyFile, 'utf8'),
  },
  authorityPem: readFileSync(authorityFile, 'utf8'),
  requestCertificate: false,
  ports: [],
});
server.serve(
  createGenai({
    keys,
    pace: () => ({ tokensPerSecond: 0, keepAliveMs: 10_000 }),
    timeoutMs: 600_000,
    onCompletion: () => undefined,
    onRequest: () => undefined,
  }),
);
const told = { url: `https://localhost:${server.port}`, apiKey: keys.of(project) };
process.stdout.write(`${JSON.stringify(told)}\n`);
process.stdin.on('end', () => void server.close()).resume();
