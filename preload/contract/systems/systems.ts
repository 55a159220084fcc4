import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, id, instant, nothing, problem } from '../shapes.ts';
import { computeApi } from '../work/compute-api.ts';
import { wantedProxy } from './proxy.ts';
import { reasoningControl } from './reasoning-control.ts';
import { maxAuthorities, reasoningBack, requestTimeoutRange, routes } from './system-choices.ts';

export { type ReasoningBack, reasoningBack, routes } from './system-choices.ts';

export const addressFields = ['webApi', 'identityProvider', 'genai'] as const;
export type AddressField = (typeof addressFields)[number];

/** A certificate authority trusted for a system's servers, beyond the operating system's. */
export const authority = z.object({
  subject: z.string(),
  notAfter: instant,
  /** SHA-256 over the DER, lower-case hex. */
  fingerprint: z.string(),
  pem: z.string(),
});
export type Authority = z.infer<typeof authority>;

export const longestRequest = z
  .number()
  .int()
  .min(requestTimeoutRange.least)
  .max(requestTimeoutRange.most);

export const system = z.object({
  id,
  name: z.string(),
  kind: z.enum(['demo', 'real']),
  /** `{base_url}` of the Web API, without a trailing slash; empty if the system has only generative AI. */
  webApiUrl: z.string(),
  /** `{auth_url}`: the part before `/auth/realms/op`, without a trailing slash. */
  authUrl: z.string().nullable(),
  /** `{genai_base_url}`, or another base address of the API as typed; without a trailing slash (`apiBases`). */
  genaiUrl: z.string().nullable(),
  authorities: z.array(authority),
  /** The certificate for calls to the Web API. */
  certificateId: id.nullable(),
  route: z.enum(routes),
  reasoningBack: z.enum(reasoningBack),
  /** Timeout of a request to its generative AI, seconds. */
  longestRequest,
  /** `<think>` and similar marks at the very start of an answer's content begin its reasoning. */
  thinkTags: z.boolean(),
  /** Null or absent: Parameters offers no control of reasoning. */
  reasoningControl: reasoningControl.nullable().optional(),
  /** Null or absent: none, so there are neither jobs nor files. */
  computeApi: computeApi.nullable().optional(),
  createdAt: instant,
});
export type System = z.infer<typeof system>;

export const systemsState = z.object({ systems: z.array(system), selectedId: id.nullable() });
export type SystemsState = z.infer<typeof systemsState>;

export const addressCheck = z.object({
  /** The address as it will be used; null while it is not usable. */
  address: z.string().nullable(),
  problem: z
    .enum(['empty', 'not-a-url', 'not-https', 'has-credentials', 'has-query', 'no-host'])
    .nullable(),
  /** Parts removed from the typed text. */
  removed: z.array(z.enum(['trailing-slash', 'v1', 'realm-path', 'status', 'white-space'])),
  /** The realm's path in an identity provider's address, as `/realms/op`; null if there is none. */
  realmPath: z.string().nullable(),
});
export type AddressCheck = z.infer<typeof addressCheck>;

/** The realm's path, unless the sign-in settings have another. */
export const defaultRealmPath = '/auth/realms/op';

/** An identity provider: its issuer is the address followed by the realm's path. */
export const foundProvider = z.object({ address: z.string(), realmPath: z.string() });
export type FoundProvider = z.infer<typeof foundProvider>;

/** A system has a Web API, generative AI, or both: an empty or null address means none. */
export const systemInput = z.object({
  name: z.string().trim().min(1).max(100),
  webApiUrl: z.string().max(2000),
  authUrl: z.string().max(2000).nullable(),
  genaiUrl: z.string().max(2000).nullable(),
  authorities: z.array(z.string().max(100_000)).max(maxAuthorities),
  certificateId: id.nullable(),
  /** Absent: `certificate` for a new system, unchanged for another. */
  route: z.enum(routes).optional(),
  /** Absent: `in-tool-rounds` for a new system, unchanged for another. */
  reasoningBack: z.enum(reasoningBack).optional(),
  /** Absent: the default for a new system, unchanged for another. */
  longestRequest: longestRequest.optional(),
  thinkTags: z.boolean().optional(),
  /** Absent: none for a new system, unchanged for another. */
  reasoningControl: reasoningControl.nullable().optional(),
  /** Absent: none for a new system, unchanged for another. */
  computeApi: computeApi.nullable().optional(),
});

export const systems = {
  ...resource(nothing, systemsState),
  /** Validates an address while it is typed, without using the network. */
  checkAddress: call(z.object({ field: z.enum(addressFields), text: z.string() }), addressCheck),
  /** Reads one or more CA certificates (PEM or DER) from a file; refuses a file without any. */
  readAuthorities: call(z.object({ bytes }), z.array(authority)),
  /**
   * Finds out which compute API answers at the Web API of a system, by requests that only read; sends them once, now.
   * `found` null: none that the app knows. Changes nothing.
   */
  findComputeApi: call(
    z.object({ id }),
    z.object({
      found: computeApi.nullable(),
      tried: z.array(
        z.object({
          path: z.string(),
          /** Null without an answer. */
          status: z.number().nullable(),
          problem: problem.nullable(),
        }),
      ),
    }),
  ),
  /** The proxy is stored with the system, before anything is asked of it. Absent: the computer's. */
  add: call(systemInput.extend({ proxy: wantedProxy.optional() }), system),
  update: call(systemInput.partial().extend({ id }), system),
  remove: call(z.object({ id }), nothing),
  select: call(z.object({ id }), nothing),
  /** Starts the demo system, sets it up with its certificate and API key, and selects it. */
  openDemo: call(nothing, system),
};
