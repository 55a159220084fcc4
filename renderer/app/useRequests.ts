import { useEffect, useRef } from 'react';
import { commandIds, commandOf } from '../kit/commands/declared.ts';
import { isPressed } from '../kit/commands/keys.ts';
import { type Stores, useStores } from '../kit/index.ts';
import { isScreen, type Screen, screenIds, screenOf } from '../kit/screens.ts';
import { useIsCovered } from '../ui/overlays/covers.tsx';

/** Carries out what the keyboard and the host's menu ask of the window. */
export function useRequests(): void {
  const stores = useStores();
  const isCovered = useIsCovered();
  const latest = useRef(isCovered);
  latest.current = isCovered;
  useEffect(() => {
    const { client, commands } = stores;
    const press = (event: KeyboardEvent) => {
      // what makes no sense now leaves the key to the browser
      if (answer(stores, event, latest.current())) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    const stop = client.on('app.command', ({ command }) => {
      // the host's menu has no idea of the page's dialogs
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

/** Goes to a screen; false where there is nothing yet that it could show. */
function goTo({ route, systems }: Stores, screen: Screen): boolean {
  const hasSystem = (systems.getState().value?.systems.length ?? 0) > 0;
  if (!hasSystem && screenOf(screen).withoutSystem !== true) return false;
  route.go({ screen });
  return true;
}

/** Whether a dialog keeps a command from the window: it has the keyboard to itself, but the palette's own key closes it. */
function isBehind({ overlay }: Stores, command: string | undefined, covered: boolean): boolean {
  const closesPalette = command === 'palette' && overlay.getState().open?.kind === 'palette';
  return covered && !closesPalette;
}

/** Does what the keys ask for; false where they mean nothing now. */
function answer(stores: Stores, event: KeyboardEvent, covered: boolean): boolean {
  const pressed = (keys: string | undefined) => keys !== undefined && isPressed(keys, event);
  const command = commandIds.find((id) => pressed(commandOf(id).keys));
  const screen = screenIds.find((id) => pressed(screenOf(id).keys));
  const { commands } = stores;
  if (isBehind(stores, command, covered)) return false;
  if (command !== undefined) return commands.ask(command);
  return screen !== undefined && goTo(stores, screen);
}
