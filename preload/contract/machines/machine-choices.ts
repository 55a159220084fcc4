import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, nothing } from '../shapes.ts';
import { machineStates } from './machines.ts';

const ofSystem = z.object({ systemId: id });
const name = z.string().max(100_000);
const state = z.enum(machineStates);

/** What the user has set for one machine. Machines of one name are told apart by their order, from 0. */
export const machineChoice = z.object({
  name,
  nth: z.number().int().nonnegative(),
  /** Above the others. */
  pinned: z.boolean(),
  hidden: z.boolean(),
  /** Shown in the place of its name; empty for none. */
  ownName: z.string().max(200),
  note: z.string().max(10_000),
  /** The group that it stands in; empty for none. */
  group: z.string().trim().max(200).default(''),
});
export type MachineChoice = z.infer<typeof machineChoice>;

/** Cards or a table, and the ids of the table's columns; null for the usual ones. */
export const machineView = z.object({
  cards: z.boolean(),
  columns: z.array(z.string().max(1000)).max(50).nullable(),
});
export type MachineView = z.infer<typeof machineView>;

const pause = z.number().int().min(10).max(3600);
/** How often a system's Web API is asked, s: while all is well, and while a machine is down or degraded. */
export const polling = z.object({ every: pause, troubled: pause });
export type Polling = z.infer<typeof polling>;

const meaning = z.object({ status: name, state });

/** How a user wants to see the machines of a system, how often they are asked about, and what raw values mean. */
export const machineChoices = {
  ...resource(
    ofSystem,
    ofSystem.extend({
      view: machineView,
      machines: z.array(machineChoice),
      /** Where the user has said what a raw value means, `unknown` included. */
      meanings: z.array(meaning),
      polling,
    }),
  ),
  setView: call(ofSystem.extend({ view: machineView }), nothing),
  setMachine: call(ofSystem.extend({ machine: machineChoice }), nothing),
  setPolling: call(ofSystem.extend({ polling }), nothing),
  /** With `state` null a raw value means what the app reads in it. */
  setMeaning: call(ofSystem.extend({ status: name, state: state.nullable() }), nothing),
};
