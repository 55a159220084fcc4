import * as z from 'zod';
import { languages } from '../../../common/texts/language.ts';
import { call, resource } from '../define.ts';
import { nothing } from '../shapes.ts';

export const themes = ['system', 'light', 'dark'] as const;

export const titleWays = ['first-words', 'model'] as const;
export const sendKeys = ['enter', 'mod-enter'] as const;

/** How long changes of machines are kept, and changes of their other fields, days; 0: forever. */
export const changesDays = [90, 180, 400, 1000, 0] as const;
export const fieldsDays = [30, 90, 400, 0] as const;

/** Columns of the list of jobs after the job's name, in order. */
export const jobColumns = [
  'state',
  'time',
  'queue',
  'machine',
  'project',
  'user',
  'nodes',
  'submitted',
] as const;

/** Minutes without activity after which the vault locks; 0: never. */
export const lockMinutes = [0, 5, 15, 60, 240] as const;

export const settingsShape = z.object({
  theme: z.enum(themes),
  /** `system` follows the operating system or browser. */
  language: z.enum(['system', ...languages]),
  sidebarCollapsed: z.boolean(),
  /** Key that sends a message: Enter (default), or only Ctrl or Cmd with Enter. */
  sendWith: z.enum(sendKeys).optional(),
  /** Source of a conversation's title: its first words (default), or the model after its first answer. */
  titles: z.enum(titleWays).optional(),
  /** Default: an hour. */
  lockAfter: z.literal(lockMinutes).optional(),
  /** Whether the vault locks when the computer is locked or sleeps; default yes. */
  lockWithComputer: z.boolean().optional(),
  /**
   * Whether checks continue when the window is closed; absent: no, and the user was not asked yet. Only with a tray.
   */
  keepChecking: z.boolean().optional(),
  /** Whether the host is started at login; default no. */
  startAtLogin: z.boolean().optional(),
  /** Default 400. Older data is deleted at the end of a day; daily sums stay. */
  keepChanges: z.literal(changesDays).optional(),
  /** Default 90. */
  keepFields: z.literal(fieldsDays).optional(),
  /** Whether to poll on a metered connection; default yes. */
  checkOnMetered: z.boolean().optional(),
  /** Whether to check spelling while typing, if the host has a checker (`app.info`); default yes. */
  checkSpelling: z.boolean().optional(),
  /** Whether images are attached with their metadata (place, camera); default no. */
  keepImageMetadata: z.boolean().optional(),
  /** Whether single line breaks of an answer are kept; default: in the Japanese interface. */
  lineBreaks: z.boolean().optional(),
  /** Models listed first for selection. */
  favouriteModels: z.array(z.string().min(1).max(200)).max(100).optional(),
  /** Whether the output of the user's jobs is copied into the data folder when they end; default no. */
  keepJobOutput: z.boolean().optional(),
  /** Columns shown in the list of jobs; default: state, time, partition, machine. */
  jobColumns: z.array(z.enum(jobColumns)).max(jobColumns.length).optional(),
});
export type Settings = z.infer<typeof settingsShape>;

export const defaultSettings: Settings = {
  theme: 'system',
  language: 'system',
  sidebarCollapsed: false,
};

export const settings = {
  ...resource(nothing, settingsShape),
  update: call(settingsShape.partial(), settingsShape),
};
