import type { MachineState } from '../../../../preload/contract/machines/machine-states.ts';
import { type Stores, worstState } from '../../../kit/index.ts';

/** The connection as browsers report it (Network Information API); each has some of it, or none. */
interface Line extends EventTarget {
  readonly saveData?: boolean;
  readonly metered?: boolean;
  readonly type?: string;
}

/** Icons for states with trouble; other states use the app's icon. */
const pictures: Partial<Record<MachineState, string>> = {
  degraded: new URL('../../../../assets/states/degraded.svg', import.meta.url).href,
  down: new URL('../../../../assets/states/down.svg', import.meta.url).href,
  maintenance: new URL('../../../../assets/states/maintenance.svg', import.meta.url).href,
};

/** Shows the worst state in the browser's tab, and reports the connection to main. @returns stops both */
export function followSigns(stores: Pick<Stores, 'machines' | 'client'>): () => void {
  const ends = [followIcon(stores), followLine(stores)];
  return () => {
    for (const end of ends) end();
  };
}

function followIcon({ machines }: Pick<Stores, 'machines'>): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link === null) return () => undefined;
  const own = link.href;
  const show = (): void => {
    const picture = pictures[worstState(machines.getState().value)] ?? own;
    if (link.href !== picture) link.href = picture;
  };
  show();
  const end = machines.subscribe(show);
  return () => {
    end();
    link.href = own;
  };
}

function followLine({ client, machines }: Pick<Stores, 'machines' | 'client'>): () => void {
  const { connection: line } = navigator as { readonly connection?: Line };
  if (line === undefined) return () => undefined;
  let told: boolean | null = null;
  const tell = (): void => {
    const metered = line.saveData === true || line.metered === true || line.type === 'cellular';
    if (metered === told) return;
    told = metered;
    void machines.carryOut(() => client.call('machines.line', { metered }));
  };
  // also reports an unmetered connection: a window closed since may have reported another
  const detach = client.onAttached(() => {
    told = null;
    tell();
  });
  line.addEventListener('change', tell);
  return () => {
    detach();
    line.removeEventListener('change', tell);
  };
}
