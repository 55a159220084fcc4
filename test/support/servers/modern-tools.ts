// A server of tools of the protocol's newer generation, by lines of JSON and as a handler of requests.
import { McpServer } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import * as z from 'zod';

export function modernTools(): McpServer {
  const server = new McpServer({ name: 'modern', version: '2.0' });
  server.registerTool(
    'add',
    {
      description: 'Adds two numbers.',
      inputSchema: z.object({ a: z.number(), b: z.number() }),
      annotations: { readOnlyHint: true },
    },
    async ({ a, b }) => ({ content: [{ type: 'text', text: String(a + b) }] }),
  );
  server.registerTool(
    'place',
    {
      description: 'Tells where it is.',
      inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }) }),
      annotations: { readOnlyHint: true },
    },
    async ({ region }) => ({ content: [{ type: 'text', text: region }] }),
  );
  return server;
}

if (process.argv[2] === '--stdio') serveStdio(modernTools);
