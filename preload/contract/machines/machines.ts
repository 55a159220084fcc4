import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, json, nothing, problem } from '../shapes.ts';
import { machineStates } from './machine-states.ts';

export { type MachineState, machineStates } from './machine-states.ts';

export const machine = z.object({
  name: z.string(),
  /** The server's own value, never changed. */
  status: z.string(),
  state: z.enum(machineStates),
  /** When this app first saw the present status. */
  since: instant,
  /** The whole record as received, other fields included. */
  record: json,
});
export type Machine = z.infer<typeof machine>;

/** Why polling is paused for all systems: the computer, the user, or the connection; the first counts. */
export const pauseReasons = ['asleep', 'locked', 'paused', 'metered'] as const;
export type PauseReason = (typeof pauseReasons)[number];

export const machinesState = z.object({
  systemId: id,
  /** Machines of the last good answer; kept while later checks fail. */
  machines: z.array(machine),
  checking: z.boolean(),
  /** Last good answer. */
  checkedAt: instant.nullable(),
  /** Last attempt, good or not. */
  attemptedAt: instant.nullable(),
  nextCheckAt: instant.nullable(),
  /** Why no check is scheduled although this system is polled; null otherwise. */
  held: z.enum(pauseReasons).nullable(),
  /** Why the last attempt failed; null after a good one. */
  problem: problem.nullable(),
});
export type MachinesState = z.infer<typeof machinesState>;

export const machines = {
  ...resource(z.object({ systemId: id }), machinesState),
  /** Checks now; the result arrives as `changed`. */
  refresh: call(z.object({ systemId: id }), nothing),
  /** Reports a window's knowledge of the computer's network connection. */
  line: call(z.object({ metered: z.boolean() }), nothing),
};
