import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, nothing } from '../shapes.ts';
import { keptProxy, wantedProxy } from './proxy.ts';
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
