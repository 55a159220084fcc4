/** The app's states for a machine's raw state. */
export const machineStates = ['up', 'degraded', 'down', 'maintenance', 'unknown'] as const;
export type MachineState = (typeof machineStates)[number];

/** How much a state keeps the user from working: the worst comes first. */
export const severity: Readonly<Record<MachineState, number>> = {
  down: 0,
  degraded: 1,
  maintenance: 2,
  unknown: 3,
  up: 4,
};
