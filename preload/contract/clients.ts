import * as z from 'zod';
import { clientIdPattern } from './client-id.ts';
import { call, event } from './define.ts';
import { id, instant, nothing, problem } from './shapes.ts';

/** OAuth 2.0 credentials for API access; the secret stays in main until it is asked for. */
export const client = z.object({
  id,
  systemId: id,
  clientId: z.string(),
  redirectUrls: z.array(z.string()),
  hasSecret: z.boolean(),
  createdAt: instant.nullable(),
});
export type Client = z.infer<typeof client>;

export const clientsState = z.object({
  systemId: id,
  /** How clients are made with this system; `none`: not possible from here yet. */
  provider: z.enum(['dynamic-registration', 'none']),
  clients: z.array(client),
  problem: problem.nullable(),
});
export type ClientsState = z.infer<typeof clientsState>;

export const clients = {
  snapshot: call(z.object({ systemId: id }), clientsState),
  create: call(
    z.object({
      systemId: id,
      clientId: z.string().min(1).max(255).regex(clientIdPattern),
      redirectUrls: z.array(z.string().trim().min(1).max(2000)).min(1).max(50),
    }),
    client,
  ),
  remove: call(z.object({ id }), nothing),
  /** The one moment at which a secret reaches the renderer. */
  revealSecret: call(z.object({ id }), z.object({ secret: z.string() })),
  changed: event(clientsState),
};
