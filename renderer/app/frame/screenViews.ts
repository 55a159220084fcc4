import type { ComponentType } from 'react';
import MachinesScreen from '../../features/machines/machines/screen.tsx';
import { home, type Screen, screenIds } from '../../kit/screens.ts';
import { onDemand } from '../../ui/index.ts';

type Module = { readonly default: ComponentType };

/** Every screen but the first one is loaded when it is first shown. */
const loaders = import.meta.glob<Module>([
  '../../features/*/*/screen.tsx',
  '!../../features/machines/machines/screen.tsx',
]);

const loaderOfId = new Map(
  Object.entries(loaders).map(([path, load]) => [path.split('/').at(-2), load]),
);
const views = new Map(screenIds.map((id) => [id, onDemand(loaderOf(id))]));

/** Begins to load a screen before it is drawn. */
export async function fetchView(id: Screen): Promise<void> {
  if (id !== home) await views.get(id)?.fetch();
}

function loaderOf(id: Screen): () => Promise<Module> {
  // `npm run check` names a screen that nothing draws
  const missing = () => Promise.reject(new Error(`features/…/${id}/screen.tsx is missing`));
  return loaderOfId.get(id) ?? missing;
}

/** What draws a screen. */
export function viewOf(id: Screen): ComponentType {
  return id === home ? MachinesScreen : (views.get(id) ?? MachinesScreen);
}
