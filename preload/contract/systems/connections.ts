import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, nothing } from '../shapes.ts';
import { authority } from './systems.ts';

/** SHA-256 over the DER, lower-case hex. */
const fingerprint = z.string().regex(/^[0-9a-f]{64}$/);

/** A server certificate that the user compared with the operator's information, trusted at one address. */
const pin = authority.extend({
  fingerprint,
  /** `name:port`. */
  host: z.string().max(300),
  pinnedAt: instant,
});
export type StoredPin = z.infer<typeof pin>;

const manual = z.object({
  kind: z.literal('manual'),
  /** http or https, as `http://proxy.example.org:3128`. */
  address: z.string().max(300),
  /** Null if it requires no sign-in. */
  user: z.string().min(1).max(200).nullable(),
  /** Hosts reached without it, in the form of `NO_PROXY`. */
  except: z.string().max(2_000),
});

/** The proxy for a system's services. */
const keptProxy = z.discriminatedUnion('kind', [
  /** The computer's: environment variables, else the operating system. */
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('none') }),
  manual.extend({ hasPassword: z.boolean() }),
]);
export type StoredProxy = z.infer<typeof keptProxy>;

/** A proxy as the user enters it. */
export const wantedProxy = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('system') }),
  z.object({ kind: z.literal('none') }),
  /** A null password keeps the stored one for the same address and user; for others there is none. */
  manual.extend({ password: z.string().max(500).nullable() }),
]);
export type ProxyInput = z.infer<typeof wantedProxy>;

const ofSystem = z.object({ systemId: id });

/** The user's settings for a system's connections. */
export const connectionChoices = z.object({
  systemId: id,
  pins: z.array(pin),
  /** Authorities that the system's servers omit from their chains; they lead to a trusted one. */
  intermediates: z.array(authority.extend({ fingerprint })),
  proxy: keptProxy,
  /**
   * Servers (`name:port`) that ask for the certificate after the request, which works only up to TLS 1.2: detected by
   * the app.
   */
  tls12: z.array(z.object({ host: z.string().max(300), since: instant })),
});
export type ConnectionChoices = z.infer<typeof connectionChoices>;

export const connections = {
  ...resource(ofSystem, connectionChoices),
  /** Pins are set, and intermediates stored, by the doctor, which has connected to the server. */
  removePin: call(ofSystem.extend({ host: z.string().max(300), fingerprint }), nothing),
  removeIntermediate: call(ofSystem.extend({ fingerprint }), nothing),
  /** Makes the app try TLS 1.3 there again. */
  removeTls12: call(ofSystem.extend({ host: z.string().max(300) }), nothing),
  setProxy: call(ofSystem.extend({ proxy: wantedProxy }), nothing),
};
