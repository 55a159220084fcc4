import { useEffect } from 'react';
import { placeOf, toggleSidebar, useStores } from '../kit/index.ts';
import { chatCommandOf } from './chatShortcuts.ts';
import { commandOf } from './shortcuts.ts';

/** Carries out what the keyboard and the host's menu ask of the window. */
export function useCommands(): void {
  const stores = useStores();
  useEffect(() => {
    const { client, route, overlay, commands, systems } = stores;
    const hasSystem = () => (systems.getState().value?.systems.length ?? 0) > 0;

    const inDialog = () => document.querySelector('[role="dialog"], [role="alertdialog"]') !== null;
    const pressInChat = (event: KeyboardEvent) => {
      const asked = chatCommandOf(event);
      if (asked === null || inDialog() || !hasSystem()) return;
      // what makes no sense now leaves the key to the browser
      if (commands.ask(asked)) event.preventDefault();
    };
    const press = (event: KeyboardEvent) => {
      const command = commandOf(event);
      if (!command) {
        pressInChat(event);
        return;
      }
      // a dialog has the keyboard to itself; the palette's own key closes it
      const open = overlay.getState().open;
      if (inDialog() && !(command.kind === 'palette' && open?.kind === 'palette')) return;
      if (!hasSystem() && command.kind !== 'shortcuts') return;
      event.preventDefault();
      if (command.kind === 'screen') route.go(placeOf(command.screen));
      else if (command.kind === 'palette') {
        overlay.setState({ open: open?.kind === 'palette' ? null : { kind: 'palette' } });
      } else if (command.kind === 'shortcuts') overlay.setState({ open: { kind: 'shortcuts' } });
      else {
        toggleSidebar(stores);
      }
    };
    document.addEventListener('keydown', press);

    const stop = client.on('app.command', ({ command }) => {
      if (!hasSystem()) return;
      if (command === 'palette') overlay.setState({ open: { kind: 'palette' } });
      else if (command === 'settings') route.go({ screen: 'settings' });
      else commands.ask('new');
    });
    return () => {
      document.removeEventListener('keydown', press);
      stop();
    };
  }, [stores]);
}
