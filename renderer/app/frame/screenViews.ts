import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import MachinesScreen from '../../features/machines/screen.tsx';
import { home, type Screen, screenIds } from '../../kit/screens.ts';

type Module = { readonly default: ComponentType };

/** Every screen but the first one is loaded when it is first shown. */
const loaders = import.meta.glob<Module>([
  '../../features/*/screen.tsx',
  '!../../features/machines/screen.tsx',
]);

/** Begins to load a screen before it is drawn. */
export async function fetchView(id: Screen): Promise<void> {
  if (id !== home) await loaderOf(id)();
}

const views: ReadonlyMap<Screen, ComponentType | LazyExoticComponent<ComponentType>> = new Map(
  screenIds.map((id) => [id, id === home ? MachinesScreen : lazy(loaderOf(id))]),
);

function loaderOf(id: Screen): () => Promise<Module> {
  // `npm run check` names a screen that nothing draws
  const missing = () => Promise.reject(new Error(`features/${id}/screen.tsx is missing`));
  return loaders[`../../features/${id}/screen.tsx`] ?? missing;
}

/** What draws a screen. */
export function viewOf(id: Screen): ComponentType | LazyExoticComponent<ComponentType> {
  return views.get(id) ?? MachinesScreen;
}
