import { useEffect, useRef } from 'react';
import { useWebInterface } from '../features/systems/clients/index.ts';
import type { WindowCommand } from '../kit/commands/declared.ts';
import type { Run } from '../kit/commands/store.ts';
import { isDemo, toggleSidebar, useFollowed, useStores, useSystem } from '../kit/index.ts';
import { download } from '../kit/saveFile.ts';

/** Commands that the window runs itself on any screen; null means unavailable. */
function useRuns(): Readonly<Record<WindowCommand, Run | null>> {
  const stores = useStores();
  const { client, route, overlay, machines, systems } = stores;
  const clients = useFollowed(() => stores.clients).value;
  const openWebInterface = useWebInterface(clients?.settings.webInterfaceUrl ?? null);
  const vault = useFollowed(() => stores.vault.state).value;
  const canLock = vault?.state === 'ready' && vault.protection === 'passphrase';
  const system = useSystem();
  const systemId = system?.id ?? null;
  const withSystem = (run: (systemId: string) => void) =>
    systemId === null ? null : () => run(systemId);
  return {
    palette() {
      const isOpen = overlay.getState().open?.kind === 'palette';
      overlay.setState({ open: isOpen ? null : { kind: 'palette' } });
    },
    shortcuts: () => overlay.setState({ open: { kind: 'shortcuts' } }),
    sidebar: () => toggleSidebar(stores),
    session: withSystem(() => overlay.setState({ open: { kind: 'session' } })),
    'check-machines': withSystem((of) => {
      route.go({ screen: 'machines' });
      void machines.carryOut(() => client.call('machines.refresh', { systemId: of }));
    }),
    lock: canLock ? () => void stores.vault.state.carryOut(() => client.call('vault.lock')) : null,
    'client-web-interface': openWebInterface,
    doctor: withSystem((of) =>
      overlay.setState({ open: { kind: 'doctor', systemId: of, service: null } }),
    ),
    support: () => overlay.setState({ open: { kind: 'support' } }),
    'add-system': () => route.go({ screen: 'systems' }),
    'edit-system': withSystem((of) => route.go({ screen: 'systems', systemId: of })),
    'save-system':
      system !== null && !isDemo(system)
        ? () => {
            void systems.carryOut(async () => {
              const saved = await client.call('systemFiles.export', { id: system.id });
              if (saved.kind === 'download') download(saved);
            });
          }
        : null,
    'remove-system': withSystem((of) =>
      overlay.setState({ open: { kind: 'remove-system', systemId: of } }),
    ),
  };
}

/** Registers the window's own commands while the window exists. */
export function useWindowCommands(): void {
  const { commands } = useStores();
  const runs = useRuns();
  const latest = useRef(runs);
  latest.current = runs;
  const able = (Object.keys(runs) as WindowCommand[]).filter((id) => runs[id] !== null).join();
  useEffect(() => {
    const ids = able.split(',') as WindowCommand[];
    const takeBack = ids.map((id) => commands.offer(id, (item) => latest.current[id]?.(item)));
    return () => {
      for (const end of takeBack) end();
    };
  }, [commands, able]);
}
