// A server of tools of the protocol's newer generation, by lines of JSON and as a handler of requests.
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
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
  server.registerTool(
    'enter',
    {
      description: 'Needs the user at a page.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true },
    },
    // each server of a handler answers one request: what was before comes with it
    async (_, { mcpReq }) => {
      const before = mcpReq.requestState<string>() ?? '';
      const [came = {}] = Object.values(mcpReq.inputResponses ?? {});
      const { action } = came as { readonly action?: string };
      const said = `${before} ${action ?? ''}`.trim();
      if (said !== '' && said !== 'accept') return { content: [{ type: 'text', text: said }] };
      const page = { message: 'Enter here.', url: 'https://enter.example/' };
      return inputRequired({
        inputRequests: { page: inputRequired.elicitUrl(page) },
        requestState: said,
      });
    },
  );
  return server;
}

if (process.argv[2] === '--stdio') serveStdio(modernTools);
