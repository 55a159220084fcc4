import * as z from 'zod';
import { call, resource } from '../define.ts';
import { confirmation, id, instant, nothing, problem, savedFile } from '../shapes.ts';
import { clientIdPattern } from './client-id.ts';

/**
 * Origin and management of a client. `kept`: created in the operator's web interface and copied here;
 * `dynamic-registration`: RFC 7591 and 7592; `keycloak-admin`: one of the realm's clients, which the signed-in user may
 * manage.
 */
export const clientSources = ['dynamic-registration', 'keycloak-admin', 'kept'] as const;
export type ClientSource = (typeof clientSources)[number];

/** OAuth 2.0 credentials for API access; the secret stays in main until it is requested. */
export const client = z.object({
  id,
  systemId: id,
  source: z.enum(clientSources),
  clientId: z.string(),
  redirectUrls: z.array(z.string()),
  /** Base of redirect URLs that are paths. */
  rootUrl: z.string().nullable(),
  hasSecret: z.boolean(),
  /** Whether its system renews the secret on request. */
  canRotate: z.boolean(),
  /** Whether it can be changed and deleted from here; false if the signed-in user may only view it. */
  canChange: z.boolean(),
  createdAt: instant.nullable(),
});
export type Client = z.infer<typeof client>;

/**
 * The signed-in user's permissions for the realm's clients (Keycloak's admin API). `views`: only view them; `none`: the
 * system has no such administration; `unknown`: it has not been asked yet.
 */
export const realmStandings = [
  'manages',
  'views',
  'refused',
  'signed-out',
  'none',
  'unknown',
] as const;
export type RealmStanding = (typeof realmStandings)[number];

export const clientsState = z.object({
  systemId: id,
  realm: z.enum(realmStandings),
  /** The available ways to create a client, the best first; `kept` is always one. */
  ways: z.array(z.enum(clientSources)).min(1),
  settings: z.object({
    /** The operator's own page for clients. */
    webInterfaceUrl: z.string().nullable(),
    /** The client registration endpoint (RFC 7591, section 3). */
    registrationUrl: z.string().nullable(),
    hasInitialAccessToken: z.boolean(),
  }),
  clients: z.array(client),
  /** The realm has more clients than listed here. */
  hasMore: z.boolean(),
  problem: problem.nullable(),
});
export type ClientsState = z.infer<typeof clientsState>;

const clientId = z.string().min(1).max(255).regex(clientIdPattern);
const redirectUrl = z.string().trim().regex(/^\S+$/).max(2000);
const redirectUrls = z.array(redirectUrl).min(1).max(50);
const rootUrl = z.url().max(2000).nullable();
const address = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .nullable();
const secret = z.string().min(1).max(2000);

export const clients = {
  ...resource(z.object({ systemId: id }), clientsState),
  /** Asks the system for the realm's clients again, if the signed-in user may see them. */
  refresh: call(z.object({ systemId: id }), clientsState),
  /** Creates a client at the system, in the best way or in `way`. */
  create: call(
    z.object({
      systemId: id,
      way: z.enum(['dynamic-registration', 'keycloak-admin']).optional(),
      clientId,
      redirectUrls,
      rootUrl: rootUrl.optional(),
    }),
    client,
  ),
  /** Stores a client that was created in the operator's web interface. */
  keep: call(
    z.object({
      systemId: id,
      clientId,
      redirectUrls,
      rootUrl: rootUrl.optional(),
      secret: secret.nullable(),
      createdAt: instant.nullable(),
    }),
    client,
  ),
  /** Absent fields stay. `secret` and `createdAt` are for clients stored here. */
  update: call(
    z.object({
      id,
      redirectUrls: redirectUrls.optional(),
      rootUrl: rootUrl.optional(),
      secret: secret.optional(),
      createdAt: instant.nullable().optional(),
    }),
    client,
  ),
  /** The old secret becomes invalid at once. @throws AppError `secret-not-renewed` if the system keeps it */
  rotateSecret: call(z.object({ id }), client),
  /** Deletes them one after another; those that failed are still there. */
  removeMany: call(
    z.object({ ids: z.array(id).min(1).max(200) }),
    z.object({
      removed: z.array(id),
      /** Those that `restore` can restore. */
      restorable: z.array(id),
      failed: z.array(z.object({ id, problem })),
    }),
  ),
  /**
   * Restores, secrets included, clients that were only stored here and removed within the last minute.
   * @throws AppError `not-found` for any other, `client-id-taken`
   */
  restore: call(z.object({ ids: z.array(id).min(1).max(200) }), nothing),
  /** The only call with which a secret reaches the renderer. */
  revealSecret: call(
    z.object({ id, confirmation: confirmation.optional() }),
    z.object({ secret: z.string() }),
  ),
  /**
   * Copies the secret without showing it; clears the clipboard after 60 seconds if it still contains it. `copied` is
   * false if only the page can reach the clipboard.
   */
  copySecret: call(
    z.object({ id, confirmation: confirmation.optional() }),
    z.object({ copied: z.boolean() }),
  ),
  /** Makes this app sign in with the client. */
  signInWith: call(z.object({ id }), nothing),
  /** Everything but secrets, as JSON. */
  export: call(z.object({ systemId: id, ids: z.array(id).min(1).max(1000) }), savedFile),
  /** Absent fields stay; the token is write-only. */
  updateSettings: call(
    z.object({
      systemId: id,
      webInterfaceUrl: address.optional(),
      registrationUrl: address.optional(),
      initialAccessToken: secret.nullable().optional(),
    }),
    clientsState,
  ),
};
