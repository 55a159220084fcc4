import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing } from '../shapes.ts';

const question = z.object({
  id,
  systemId: id,
  /** As in the user's configuration of ssh. */
  host: z.string(),
  /**
   * `secret`: a passphrase, password, code or PIN; `host-key`: whether to trust a key that ssh does not know; `confirm`:
   * whether a key may be used; `touch`: the user must touch a security key.
   */
  kind: z.enum(['secret', 'host-key', 'confirm', 'touch']),
  /** The question in ssh's words, without control characters but line breaks. */
  text: z.string(),
});
export type SshQuestion = z.infer<typeof question>;

/** What the system's own ssh program asks the user. */
export const ssh = {
  ...resource(nothing, z.array(question)),
  /** Hands ssh the answer, which is kept nowhere; null refuses, and ends the connection. */
  answer: call(
    z.object({
      id,
      text: z
        .string()
        .max(1024)
        .regex(/^[^\n\r\0]*$/)
        .nullable(),
    }),
    nothing,
  ),
};
