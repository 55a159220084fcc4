import type { ComponentType } from 'react';
import MachinesScreen from '../../features/machines/machines/screen.tsx';
import { home, type Screen, screenIds } from '../../kit/screens.ts';
import { onDemand } from '../../ui/index.ts';

type Module = { readonly default: ComponentType };

/** Every screen except the first is loaded when it is first shown. */
const loaders = import.meta.glob<Module>([
  '../../features/*/*/screen.tsx',
  '!../../features/machines/machines/screen.tsx',
]);

const loaderOfId = new Map(
  Object.entries(loaders).map(([path, load]) => [path.split('/').at(-2), load]),
);
const views = new Map(screenIds.map((id) => [id, onDemand(loaderOf(id))]));

/** Starts loading a screen before it is drawn. */
export async function fetchView(id: Screen): Promise<void> {
  if (id !== home) await views.get(id)?.fetch();
}

function loaderOf(id: Screen): () => Promise<Module> {
  // `npm run check` reports a screen without a view
  const missing = () => Promise.reject(new Error(`features/…/${id}/screen.tsx is missing`));
  return loaderOfId.get(id) ?? missing;
}

/** The component of a screen. */
export function viewOf(id: Screen): ComponentType {
  return id === home ? MachinesScreen : (views.get(id) ?? MachinesScreen);
}
