import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing } from '../shapes.ts';
import { machineStates } from './machines.ts';

const ofSystem = z.object({ systemId: id });
const name = z.string().max(100_000);
const state = z.enum(machineStates);

/** The user's settings for one machine. Machines of one name are distinguished by their order, from 0. */
export const machineChoice = z.object({
  name,
  nth: z.number().int().nonnegative(),
  /** Above the others. */
  pinned: z.boolean(),
  hidden: z.boolean(),
  /** Shown in place of its name; empty for none. */
  ownName: z.string().max(200),
  note: z.string().max(10_000),
  /** Its group; empty for none. */
  group: z.string().trim().max(200).default(''),
});
export type MachineChoice = z.infer<typeof machineChoice>;

/** Cards or a table, and the ids of the table's columns; null for the default ones. */
export const machineView = z.object({
  cards: z.boolean(),
  columns: z.array(z.string().max(1000)).max(50).nullable(),
});
export type MachineView = z.infer<typeof machineView>;

const pause = z.number().int().min(10).max(3600);
/** How often a system's Web API is polled, s: normally, and while a machine is down or degraded. */
export const polling = z.object({ every: pause, troubled: pause });
export type Polling = z.infer<typeof polling>;

const meaning = z.object({ status: name, state });

/** The user's view of a system's machines, polling intervals, and the meanings of raw values. */
export const machineChoices = {
  ...resource(
    ofSystem,
    ofSystem.extend({
      view: machineView,
      machines: z.array(machineChoice),
      /** The user's meanings of raw values, `unknown` included. */
      meanings: z.array(meaning),
      polling,
    }),
  ),
  setView: call(ofSystem.extend({ view: machineView }), nothing),
  setMachine: call(ofSystem.extend({ machine: machineChoice }), nothing),
  setPolling: call(ofSystem.extend({ polling }), nothing),
  /** With `state` null the app interprets the raw value itself. */
  setMeaning: call(ofSystem.extend({ status: name, state: state.nullable() }), nothing),
};
