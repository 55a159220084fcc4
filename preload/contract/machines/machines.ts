import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, instant, json, nothing, problem } from '../shapes.ts';
import { machineStates } from './machine-states.ts';

export { type MachineState, machineStates } from './machine-states.ts';

export const machine = z.object({
  name: z.string(),
  /** What the server said, never changed. */
  status: z.string(),
  state: z.enum(machineStates),
  /** When this app first saw the present status. */
  since: instant,
  /** The whole record as received, other fields included. */
  record: json,
});
export type Machine = z.infer<typeof machine>;

/** Why no system is asked by timer: what the computer says, the user, and the line that it is on; the first counts. */
export const holdReasons = ['asleep', 'locked', 'paused', 'metered'] as const;
export type HoldReason = (typeof holdReasons)[number];

export const machinesState = z.object({
  systemId: id,
  /** The last good answer's machines; kept while later checks fail. */
  machines: z.array(machine),
  checking: z.boolean(),
  /** Last good answer. */
  checkedAt: instant.nullable(),
  /** Last attempt, good or not. */
  attemptedAt: instant.nullable(),
  nextCheckAt: instant.nullable(),
  /** Why none is to come by itself, though this system is one that is asked; null otherwise. */
  held: z.enum(holdReasons).nullable(),
  /** Why the last attempt failed; null after a good one. */
  problem: problem.nullable(),
});
export type MachinesState = z.infer<typeof machinesState>;

export const machines = {
  ...resource(z.object({ systemId: id }), machinesState),
  /** Checks now; its outcome arrives as `changed`. */
  refresh: call(z.object({ systemId: id }), nothing),
  /** What a window knows of the line that the computer is on. */
  line: call(z.object({ metered: z.boolean() }), nothing),
};
