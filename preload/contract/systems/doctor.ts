import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, nothing, problem } from '../shapes.ts';
import { addressFields, authority } from './systems.ts';

/** Steps of testing a connection, in this order. The service determines which of them apply. */
export const doctorSteps = [
  'address',
  'proxy',
  'lookup',
  'connect',
  'tls',
  'trust',
  'clientCertificate',
  'http',
  'clock',
  'discovery',
  'tokenEndpoint',
  'models',
  'completion',
] as const;
export type DoctorStepId = (typeof doctorSteps)[number];

/** Good findings: one sentence each, `doctor.fine.<code>`. */
export const fineFindings = [
  'address',
  'proxy-none',
  'proxy-loopback',
  'proxy-refused',
  'proxy-excepted',
  'proxy-excepted-here',
  'proxy-used',
  'proxy-computer',
  'proxy-chosen',
  'proxy-site',
  'proxy-site-none',
  'lookup-found',
  'lookup-unneeded',
  'lookup-by-proxy',
  'connect',
  'connect-by-proxy',
  'tls',
  'tls-none',
  'trust-public',
  'trust-computer',
  'trust-system-settings',
  'trust-pinned',
  'certificate-unasked',
  'certificate-shown',
  'http',
  'clock',
  'clock-unsaid',
  'discovery',
  'client-accepted',
  'models',
  'completion',
  'completion-unwanted',
] as const;

/** Problems or notes: `what`, `meaning` and `next`, below `doctor.findings.<code>`. */
export const troubleFindings = [
  'address-missing',
  'proxy-unusable',
  'proxy-script-unusable',
  'proxy-sign-in',
  'proxy-refuses',
  'lookup-many',
  'connect-some',
  'connect-local-network',
  'tls-not-spoken',
  'tls-too-old',
  'tls-name-unknown',
  'tls-endless',
  'tls-silent',
  'tls-cut',
  'trust-self-signed',
  'trust-incomplete',
  'trust-other-authority',
  'trust-none-of-computer',
  'trust-not-yet',
  'trust-opened-by-proxy',
  'trust-may-not-issue',
  'trust-pin-differs',
  'trust-unproven',
  'certificate-none-chosen',
  'certificate-not-here',
  'certificate-other-authority',
  'certificate-not-shown',
  'certificate-unasked-but-chosen',
  'certificate-asked-later',
  'http-redirect',
  'http-page',
  'clock-apart',
  'discovery-absent',
  'discovery-other-issuer',
  'discovery-other-origin',
  'discovery-incomplete',
  'client-not-entered',
  'client-refused',
  'models-none',
] as const;
export type TroubleFinding = (typeof troubleFindings)[number];

/** Observed facts by name: `doctor.facts.<name>`. */
export const doctorFacts = [
  'address',
  'proxy',
  'variable',
  'addresses',
  'answered',
  'silent',
  'versions',
  'suite',
  'chain',
  'names',
  'validFrom',
  'validUntil',
  'fingerprint',
  'pinned',
  'caIssuers',
  'alert',
  'accepted',
  'ours',
  'status',
  'server',
  'location',
  'words',
  'seconds',
  'issuer',
  'endpoints',
  'lacking',
  'models',
] as const;

const value = z.union([z.string(), z.number()]);

export const doctorStep = z.object({
  id: z.enum(doctorSteps),
  /** `note`: good, with something worth knowing; `skipped`: an earlier step failed. */
  state: z.enum(['waiting', 'running', 'good', 'note', 'bad', 'skipped']),
  /** ms; null until it has ended. */
  time: z.number().nullable(),
  verdict: z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.literal('fine'),
        code: z.enum(fineFindings),
        values: z.record(z.string(), value),
      }),
      z.object({
        kind: z.literal('trouble'),
        code: z.enum(troubleFindings),
        values: z.record(z.string(), value),
      }),
      /** An error that also occurs elsewhere in the app, with its sentences. */
      z.object({ kind: z.literal('problem'), problem }),
    ])
    .nullable(),
  /** Foreign texts are one line each, cut if they are long. */
  facts: z.array(z.object({ name: z.enum(doctorFacts), values: z.array(z.string()) })),
});
export type DoctorStep = z.infer<typeof doctorStep>;

const service = z.enum(addressFields);
const ofService = z.object({ systemId: id, service });

/** The steps of testing how a service of a system is reached. */
export const examination = z.object({
  systemId: id,
  service,
  state: z.enum(['never', 'running', 'ended', 'stopped']),
  startedAt: instant.nullable(),
  steps: z.array(doctorStep),
});
export type Examination = z.infer<typeof examination>;

/** `not-good`: with this certificate there is no trusted connection either, for the reason in `problem`. */
const pinOutcome = z.object({
  outcome: z.enum(['pinned', 'differs', 'unreadable', 'not-good']),
  problem: problem.nullable(),
});
export type PinOutcome = z.infer<typeof pinOutcome>;

/** The result of downloading an authority certificate that a server omitted from its chain. */
const issuerOutcomes = [
  'found',
  'not-named',
  'not-http',
  'too-near',
  'too-large',
  'no-certificate',
  'another',
  'root',
  'leads-nowhere',
] as const;
const issuerFound = z.object({
  outcome: z.enum(issuerOutcomes),
  /** The requested address; null if the server's certificate names none. */
  address: z.string().nullable(),
  authority: authority.nullable(),
});
export type FoundIssuer = z.infer<typeof issuerFound>;

export const doctor = {
  ...resource(ofService, examination),
  /** Starts again; does nothing while one runs. Its steps arrive by `changed`, each as it ends. */
  start: call(
    /** `completion`: also requests one token from a model, which may cost something. */
    ofService.extend({ completion: z.boolean() }),
    nothing,
  ),
  /** Does nothing if none runs. */
  stop: call(ofService, nothing),
  /** Returns the same without secrets and names of persons and users, for sharing. */
  shareable: call(ofService, examination),
  /**
   * Trusts the certificate that the server shows now, only at this address, if its SHA-256 fingerprint is the one that
   * the user has from the operator. Its name and its dates must be valid.
   */
  pin: call(ofService.extend({ fingerprint: z.string().max(500) }), pinOutcome),
  /**
   * Downloads the authority's certificate from the address in the server's certificate, over http and without sending
   * anything of the user's.
   */
  askIssuer: call(ofService, issuerFound),
  /** Stores the result of `askIssuer` as an intermediate of the system; false if it is not one. */
  keepIssuer: call(
    ofService.extend({ fingerprint: z.string().max(100) }),
    z.object({ stored: z.boolean() }),
  ),
};
