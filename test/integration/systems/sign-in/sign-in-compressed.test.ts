import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { Context } from '../../../support/servers/hostile-provider.ts';
import { attempt } from '../../../support/worlds/hostile-world.ts';

const ways = {
  gzip: gzipSync,
  deflate: deflateSync,
  'deflate without a header': deflateRawSync,
  br: brotliCompressSync,
} as const;

test.each(Object.keys(ways) as (keyof typeof ways)[])(
  'a provider and a Web API that compress everything: %s',
  async (way) => {
    const packed = (body: unknown) => (response: ServerResponse) => {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      response.writeHead(200, { 'content-encoding': way.split(' ')[0] ?? '' });
      response.end(ways[way](text));
    };
    const met = await attempt({
      discovery: (at: Context) => {
        const endpoint = `${at.issuer}/protocol/openid-connect`;
        const body = {
          issuer: at.issuer,
          authorization_endpoint: `${endpoint}/auth`,
          token_endpoint: `${endpoint}/token`,
          jwks_uri: `${endpoint}/certs`,
        };
        return packed(body);
      },
      exchange: (at) => packed(at.answer()),
      status: () => packed([{ machine: 'a', status: 'up' }]),
    });
    expect(met.session.cause).toMatchObject({ code: 'signed-in', problem: null });
    const { body } = await met.call();
    expect(Buffer.from(body).toString()).toContain('"machine":"a"');
  },
);
