import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, nothing, problem } from '../shapes.ts';
import { addressFields, authority } from './systems.ts';

/** What is looked at of a connection, in this order. Which of them there are depends on the service. */
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

/** What is in order: one sentence each, `doctor.fine.<code>`. */
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

/** What is wrong or worth knowing: `what`, `meaning` and `next`, below `doctor.findings.<code>`. */
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

/** What was seen, by name: `doctor.facts.<name>`. */
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
  /** `note`: in order, with something worth knowing; `skipped`: what came before it did not work. */
  state: z.enum(['waiting', 'running', 'good', 'note', 'bad', 'skipped']),
  /** ms; null while it has not ended. */
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
      /** What the app also meets elsewhere, with the sentences of its errors. */
      z.object({ kind: z.literal('problem'), problem }),
    ])
    .nullable(),
  /** Foreign words are one line each, cut where they are long. */
  facts: z.array(z.object({ name: z.enum(doctorFacts), values: z.array(z.string()) })),
});
export type DoctorStep = z.infer<typeof doctorStep>;

const service = z.enum(addressFields);
const ofService = z.object({ systemId: id, service });

/** How a service of a system is reached, looked at step by step. */
export const examination = z.object({
  systemId: id,
  service,
  state: z.enum(['never', 'running', 'ended', 'stopped']),
  startedAt: instant.nullable(),
  steps: z.array(doctorStep),
});
export type Examination = z.infer<typeof examination>;

/** `not-good`: with this certificate there is no trusted connection either, for the reason that `problem` says. */
const pinOutcome = z.object({
  outcome: z.enum(['pinned', 'differs', 'unreadable', 'not-good']),
  problem: problem.nullable(),
});
export type PinOutcome = z.infer<typeof pinOutcome>;

/** What became of asking for the certificate of an authority that a server left out of its chain. */
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
  /** Where it was asked for; null where the server's certificate names no place. */
  address: z.string().nullable(),
  authority: authority.nullable(),
});
export type IssuerFound = z.infer<typeof issuerFound>;

export const doctor = {
  ...resource(ofService, examination),
  /** Begins anew; while it runs nothing is begun. Its steps come by `changed`, each as it ends. */
  start: call(
    /** `completion`: also asks a model for one token, which may cost something. */
    ofService.extend({ completion: z.boolean() }),
    nothing,
  ),
  /** Without one that runs nothing happens. */
  stop: call(ofService, nothing),
  /** The same without secrets, names of persons and of users, to be handed to others. */
  shareable: call(ofService, examination),
  /**
   * Trusts the certificate that the server shows now at this address alone, if its SHA-256 fingerprint is the one
   * that the user has from the operator. Its name and its time have to be right.
   */
  pin: call(ofService.extend({ fingerprint: z.string().max(500) }), pinOutcome),
  /** Goes to the address that the server's certificate names for its authority's, over http and without anything of the user's. */
  askIssuer: call(ofService, issuerFound),
  /** Keeps what `askIssuer` found as an intermediate of the system; false where it is not that. */
  keepIssuer: call(
    ofService.extend({ fingerprint: z.string().max(100) }),
    z.object({ kept: z.boolean() }),
  ),
};
