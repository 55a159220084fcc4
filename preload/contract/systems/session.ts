import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, json, nothing, problem, protection } from '../shapes.ts';
import { clientIdPattern } from './client-id.ts';
import { routes } from './systems.ts';

/**
 * signed-out: no tokens. authorizing: one attempt runs. active: calls carry the access token.
 * refreshing: calls wait for a new one. expired: only signing in again helps; the old tokens are gone.
 */
export const sessionStates = [
  'signed-out',
  'authorizing',
  'active',
  'refreshing',
  'expired',
] as const;
export type SessionState = (typeof sessionStates)[number];

/** Why the session is in its state; each has a sentence under `signIn.causes`. */
export const sessionCauses = [
  // signed-out
  'never-signed-in',
  'signed-out-by-user',
  'settings-changed',
  'vault-locked',
  'tokens-unreadable',
  // signed-out or expired: `problem` has the attempt's error
  'attempt-ended',
  // authorizing
  'attempt-started',
  // active
  'signed-in',
  'refreshed',
  'restored',
  // still active although a refresh failed: `problem` says why
  'refresh-delayed',
  // active until the access token expires if only a call other than that of the machines was refused, else expired
  'refresh-refused',
  // active until the access token expires, without a refresh token from now on
  'refresh-unanswered',
  'refresh-interrupted',
  // refreshing
  'refresh-due',
  'refresh-asked',
  'call-refused',
  'side-call-refused',
  'not-before-policy',
  'woke-up',
  // expired
  'refresh-token-expired',
  'no-refresh-token',
  'call-refused-again',
] as const;
export type SessionCause = (typeof sessionCauses)[number];

/**
 * How the provider's pages are shown: in a window of the app (Electron only), in a tab over main's own connection
 * (web host only), or by the user's browser itself.
 */
export const signInWays = ['window', 'tab', 'browser'] as const;
export type SignInWay = (typeof signInWays)[number];

/** A certificate of the operating system, offered for the attempt. */
export const offeredCertificate = z.object({
  /** SHA-256 over the DER, lower-case hex. */
  fingerprint: z.string(),
  subject: z.string(),
  issuer: z.string(),
  notBefore: instant,
  notAfter: instant,
});
export type OfferedCertificate = z.infer<typeof offeredCertificate>;

export const attempt = z.object({
  id,
  way: z.enum(signInWays),
  /** `preparing`: reading the provider's configuration; `waiting`: for the user; `exchanging`: the code. */
  phase: z.enum(['preparing', 'waiting', 'exchanging']),
  startedAt: instant,
  deadline: instant,
  /**
   * The address that the user's browser opens (way `browser`, phase `waiting`): a page of the app on loopback that
   * leads to the provider, once. After each use there is a new one.
   */
  authorizeUrl: z.string().nullable(),
  /** True if main has opened the browser; otherwise the window shows `authorizeUrl` as a link. */
  opened: z.boolean(),
  /** The redirect URL of this attempt, with its port. */
  redirectUrl: z.string(),
  /** The provider asks for a certificate of the operating system: answer with `chooseCertificate`. */
  certificateRequest: z
    .object({ id, host: z.string(), certificates: z.array(offeredCertificate) })
    .nullable(),
});
export type Attempt = z.infer<typeof attempt>;

/** The token response (spec/web-api.md, "Token response") without the three tokens. */
export const tokenFacts = z.object({
  receivedAt: instant,
  tokenType: z.string(),
  /** `expires_in` as sent, seconds; null if omitted. */
  expiresIn: z.number().nullable(),
  /** null: the lifetime is unknown. */
  expiresAt: instant.nullable(),
  /** `offline`: 0 was sent, which means unknown; `unknown`: nothing was sent; `none`: no refresh token. */
  refresh: z.enum(['expires', 'offline', 'unknown', 'none']),
  refreshExpiresIn: z.number().nullable(),
  refreshExpiresAt: instant.nullable(),
  /** `not-before-policy` as sent, seconds since the epoch or 0; null if omitted. */
  notBeforePolicy: z.number().nullable(),
  /** The same as a time; null without such a policy. */
  notBefore: instant.nullable(),
  sessionState: z.string().nullable(),
  /** Empty if the response has none. */
  scope: z.array(z.string()),
  /** Requested but not granted; empty if the response does not say. */
  scopeMissing: z.array(z.string()),
  /** The decoded id_token, with checked signature and claims; null if there was none. */
  idToken: z.object({ header: json, claims: z.record(z.string(), json) }).nullable(),
  /** True if the access token works only together with the client certificate (RFC 8705). */
  certificateBound: z.boolean(),
  /** Where the tokens are: sealed on disk, or only in memory. */
  storedIn: z.union([protection, z.literal('memory')]),
});
export type TokenFacts = z.infer<typeof tokenFacts>;

const scopeToken = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/);
const headerName = z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,100}$/);

export const signInSettings = z.object({
  /** Null until one is entered: signing in needs it. */
  clientId: z.string().nullable(),
  hasClientSecret: z.boolean(),
  /** Besides `openid`, which is always requested. */
  extraScopes: z.array(z.string()),
  /** Redirect URL of the in-app window, and of the browser if `browserRedirect` says so. */
  redirectUrl: z.string(),
  /** How the user's browser returns: to a listener on loopback, or by `redirectUrl`'s protocol. */
  browserRedirect: z.enum(['loopback', 'protocol']),
  /** Null: any free port, as in RFC 8252; else the registered one. */
  loopbackPort: z.number().int().min(1024).max(65535).nullable(),
  route: z.enum(routes),
  /** How a Web API call sends the token: `header: scheme token`; an empty scheme: the token alone. */
  presentation: z.object({ header: z.string(), scheme: z.string() }),
  idTokenRequired: z.boolean(),
  /** Address of the provider's keys (`jwks_uri`); null uses its discovery. */
  keysUrl: z.string().nullable(),
  keepTokens: z.boolean(),
  /** Path after the identity provider's address. */
  realmPath: z.string(),
});
export type SignInSettings = z.infer<typeof signInSettings>;

export const sessionShape = z.object({
  systemId: id,
  state: z.enum(sessionStates),
  cause: z.object({
    code: z.enum(sessionCauses),
    at: instant,
    /** The problem, if any. */
    problem: problem.nullable(),
  }),
  /** From the id_token; null if there was none. */
  who: z.object({ subject: z.string(), name: z.string() }).nullable(),
  tokens: tokenFacts.nullable(),
  /** When main will refresh automatically. */
  refreshAt: instant.nullable(),
  /** Provider's clock minus this computer's, seconds, if they differ by more than 60; else null. */
  clockSkew: z.number().nullable(),
  attempt: attempt.nullable(),
  /** Settings still missing before `signIn` can work. */
  missing: z.array(z.enum(['identity-provider', 'client-id', 'certificate'])),
  /** This host's ways: that of the last sign-in first, else the better one. */
  ways: z.array(z.enum(signInWays)),
  /** The redirect URLs to register with the client, per way. */
  redirectUrls: z.object({ window: z.string(), tab: z.string(), browser: z.string() }),
  /** Signed in while calls still use the certificate alone, and the user was not asked yet whether to use the token. */
  askRoute: z.boolean(),
  settings: signInSettings,
});
export type Session = z.infer<typeof sessionShape>;

const ofSystem = z.object({ systemId: id });

export const session = {
  ...resource(ofSystem, sessionShape),
  /**
   * Starts an attempt and resolves when the provider's pages can be shown; its end arrives by `changed`. One attempt at
   * a time in the whole app: another is `sign-in-in-progress`. `certificateId` is stored as the system's certificate.
   */
  signIn: call(
    ofSystem.extend({ way: z.enum(signInWays), certificateId: id.nullable().optional() }),
    sessionShape,
  ),
  /**
   * Returns the entrance to the pages of an attempt by `tab`: a path of the web host, valid once and within a minute,
   * for one tab at a time. @throws AppError `not-found` without such an attempt
   */
  openTab: call(ofSystem, z.object({ path: z.string() })),
  /** Ends the attempt; does nothing without one. */
  cancel: call(ofSystem, sessionShape),
  /** Answers `attempt.certificateRequest`; null: none of them. */
  chooseCertificate: call(
    ofSystem.extend({ requestId: id, fingerprint: z.string().nullable() }),
    nothing,
  ),
  /**
   * Deletes the tokens here in any case; `revoked` and `ended` are the provider's results: null if it has no such
   * endpoint or could not be reached.
   */
  signOut: call(
    ofSystem,
    z.object({ revoked: z.boolean().nullable(), ended: z.boolean().nullable() }),
  ),
  /** Refreshes now, or joins the running refresh. @throws AppError why it did not work */
  refresh: call(ofSystem, sessionShape),
  /** Changing Client ID, secret or realm path ends the session (`settings-changed`); any route answers `askRoute`. */
  updateSettings: call(
    ofSystem.extend({
      clientId: z.string().trim().regex(clientIdPattern).max(255).nullable().optional(),
      /** Write-only; null removes it. */
      clientSecret: z.string().min(1).max(2000).nullable().optional(),
      extraScopes: z.array(scopeToken).max(50).optional(),
      redirectUrl: z.string().trim().min(1).max(2000).optional(),
      browserRedirect: z.enum(['loopback', 'protocol']).optional(),
      loopbackPort: signInSettings.shape.loopbackPort.optional(),
      route: z.enum(routes).optional(),
      presentation: z
        .object({
          header: headerName,
          scheme: z.string().regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]{0,50}$/),
        })
        .optional(),
      idTokenRequired: z.boolean().optional(),
      keysUrl: z.string().trim().min(1).max(2000).nullable().optional(),
      keepTokens: z.boolean().optional(),
      realmPath: z
        .string()
        .trim()
        .regex(/^(\/[A-Za-z0-9._~!$&'()*+,;=:@%-]+)*$/)
        .max(500)
        .optional(),
    }),
    sessionShape,
  ),
};
