import type { MenuItemConstructorOptions } from 'electron';
import type { Language } from '../../../../common/texts/language.ts';
import { plainName } from '../../../../common/texts/plain-name.ts';
import type { MachineInTrouble, Overview } from '../../../machines/monitor/index.ts';
import { machinePlace, stateName } from '../../../machines/notifications/index.ts';
import type { Labels } from '../labels.ts';

/** Contents of the tray, and the actions of its entries. */
export interface TrayState {
  readonly overview: Overview;
  /** End of the user's pause, ms since 1970; null without a pause. */
  readonly pausedUntil: number | null;
  readonly keepChecking: boolean;
  readonly startAtLogin: boolean;
}

export interface TrayActions {
  /** Shows the window, at a place of a system or where it is. */
  open(at?: { readonly systemId: string; readonly place: string }): void;
  pause(on: boolean): void;
  keepChecking(on: boolean): void;
  startAtLogin(on: boolean): void;
  quit(): void;
}

/** Returns the tray's summary line: its tooltip, and the first entry of its menu. */
export function trayText({ overview, pausedUntil }: TrayState, labels: Labels): string {
  const { worst, troubled, more } = overview;
  if (pausedUntil !== null) return labels.trayPaused;
  if (worst === null) return labels.trayNothing;
  const count = troubled.length + more;
  if (count > 0) return labels.trayNotUp.replace('{count}', String(count));
  if (worst === 'up') return labels.trayAllUp;
  return worst === 'unreachable' ? labels.trayUnreached : labels.trayUnknown;
}

/** Menus on Windows and Linux read an ampersand as the mark of an access key. */
const literally = (text: string): string => text.replaceAll('&', '&&');

function machineText({ name, state, status }: MachineInTrouble, language: Language): string {
  const said = plainName(status);
  const word = stateName(state, language);
  return `${plainName(name)}: ${said === '' ? word : `${word} (${said})`}`;
}

export function trayMenu(
  state: TrayState,
  actions: TrayActions,
  labels: Labels,
  language: Language,
): MenuItemConstructorOptions[] {
  const { troubled, more } = state.overview;
  const paused = state.pausedUntil !== null;
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  return [
    { label: literally(trayText(state, labels)), enabled: false },
    ...troubled.map((machine) => ({
      label: literally(machineText(machine, language)),
      click: () => actions.open({ systemId: machine.systemId, place: machinePlace(machine.name) }),
    })),
    ...(more > 0
      ? [{ label: labels.trayMore.replace('{count}', String(more)), enabled: false }]
      : []),
    separator,
    { label: labels.trayOpen, click: () => actions.open() },
    {
      label: paused ? labels.trayResume : labels.trayPause,
      click: () => actions.pause(!paused),
    },
    separator,
    {
      label: labels.keepChecking,
      type: 'checkbox',
      checked: state.keepChecking,
      click: () => actions.keepChecking(!state.keepChecking),
    },
    {
      label: labels.startAtLogin,
      type: 'checkbox',
      checked: state.startAtLogin,
      click: () => actions.startAtLogin(!state.startAtLogin),
    },
    separator,
    { label: labels.quit, click: () => actions.quit() },
  ];
}
