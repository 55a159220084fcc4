import * as z from 'zod';
import { languages } from '../../../common/texts/language.ts';
import { call, resource } from '../define.ts';
import { nothing } from '../shapes.ts';

export const themes = ['system', 'light', 'dark'] as const;

export const titleWays = ['first-words', 'model'] as const;
export const sendKeys = ['enter', 'mod-enter'] as const;

/** How long changes of machines are kept, and what changed of their other fields, days; 0: for good. */
export const changesDays = [90, 180, 400, 1000, 0] as const;
export const fieldsDays = [30, 90, 400, 0] as const;

/** Minutes without the user after which the vault locks; 0: never. */
export const lockMinutes = [0, 5, 15, 60, 240] as const;

export const settingsShape = z.object({
  theme: z.enum(themes),
  /** `system` follows the operating system or browser. */
  language: z.enum(['system', ...languages]),
  sidebarCollapsed: z.boolean(),
  /** What sends a message: Enter (also when absent), or only Ctrl or Cmd with Enter. */
  sendWith: z.enum(sendKeys).optional(),
  /** Who names a conversation: its first words (also when absent), or the model after its first answer. */
  titles: z.enum(titleWays).optional(),
  /** An hour when absent. */
  lockAfter: z.literal(lockMinutes).optional(),
  /** Whether the vault locks when the computer is locked or sleeps; also when absent. */
  lockWithComputer: z.boolean().optional(),
  /** Whether checks go on when the window is closed; absent: no, and not asked yet. Only a host with a tray does so. */
  keepChecking: z.boolean().optional(),
  /** Whether the host is started at login; no when absent. */
  startAtLogin: z.boolean().optional(),
  /** 400 when absent. What is older goes when a day is over; sums of days stay. */
  keepChanges: z.literal(changesDays).optional(),
  /** 90 when absent. */
  keepFields: z.literal(fieldsDays).optional(),
  /** Whether machines are asked about on a metered line; also when absent. */
  checkOnMetered: z.boolean().optional(),
  /** Whether spelling is checked as one writes, where the host has a checker (`app.info`); also when absent. */
  checkSpelling: z.boolean().optional(),
  /** Whether images are attached with their metadata (place, camera); no when absent. */
  keepImageMetadata: z.boolean().optional(),
  /** Whether single line breaks of an answer are kept; absent: where the interface is Japanese. */
  lineBreaks: z.boolean().optional(),
  /** Models that stand first where one is chosen. */
  favouriteModels: z.array(z.string().min(1).max(200)).max(100).optional(),
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
