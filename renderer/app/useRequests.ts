import { useEffect, useRef } from 'react';
import { commandIds, commandOf } from '../kit/commands/declared.ts';
import { isPressed } from '../kit/commands/keys.ts';
import { type Stores, useStores } from '../kit/index.ts';
import { isAbsent, isScreen, type Screen, screenIds, screenOf } from '../kit/screens.ts';
import { selectedSystem } from '../resources/systems.ts';
import { useIsCovered } from '../ui/overlays/covers.tsx';

/** Carries out requests from the keyboard and the host's menu. */
export function useRequests(): void {
  const stores = useStores();
  const isCovered = useIsCovered();
  const latest = useRef(isCovered);
  latest.current = isCovered;
  useEffect(() => {
    const { client, commands } = stores;
    const press = (event: KeyboardEvent) => {
      // unavailable commands leave the key to the browser
      if (answer(stores, event, latest.current())) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    const stop = client.on('app.command', ({ command }) => {
      // the host's menu does not know the page's dialogs
      if (isBehind(stores, command, latest.current())) return;
      if (isScreen(command)) goTo(stores, command);
      else commands.ask(command);
    });
    return () => {
      document.removeEventListener('keydown', press);
      stop();
    };
  }, [stores]);
}

/** Goes to a screen; false if it has nothing to show yet. */
function goTo({ route, systems, policy }: Stores, screen: Screen): boolean {
  const hasSystem = (systems.getState().value?.systems.length ?? 0) > 0;
  if (!hasSystem && screenOf(screen).withoutSystem !== true) return false;
  if (isAbsent(screen, selectedSystem(systems.getState()), policy.getState().value)) return false;
  route.go({ screen });
  return true;
}

/** Whether a dialog blocks a command: it owns the keyboard, except that the palette's own key closes it. */
function isBehind({ overlay }: Stores, command: string | undefined, covered: boolean): boolean {
  const closesPalette = command === 'palette' && overlay.getState().open?.kind === 'palette';
  return covered && !closesPalette;
}

/** Runs the command of the pressed keys; false if there is none now. */
function answer(stores: Stores, event: KeyboardEvent, covered: boolean): boolean {
  const pressed = (keys: string | undefined) => keys !== undefined && isPressed(keys, event);
  const command = commandIds.find((id) => pressed(commandOf(id).keys));
  const screen = screenIds.find((id) => pressed(screenOf(id).keys));
  const { commands } = stores;
  if (isBehind(stores, command, covered)) return false;
  if (command !== undefined) return commands.ask(command);
  return screen !== undefined && goTo(stores, screen);
}
