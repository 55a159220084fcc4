import '../../../renderer/styles/app.css';
import { createRoot } from 'react-dom/client';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import { App } from '../../../renderer/app/App.tsx';
import { followPreferences } from '../../../renderer/app/preferences.ts';
import { createClient } from '../../../renderer/client/index.ts';
import { createStores } from '../../../renderer/kit/index.ts';
import { scene } from './scenes.ts';

/** The whole renderer over a fake main: `?scene=full&theme=dark&language=ja#/machines`. */
const query = new URLSearchParams(location.search);
const { bridge } = scene(query.get('scene') ?? 'full', {
  theme: (query.get('theme') ?? 'light') as Settings['theme'],
  language: (query.get('language') ?? 'en') as Settings['language'],
});
const stores = createStores(createClient(bridge), window);
const texts = await followPreferences(stores, navigator.languages);
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App stores={stores} texts={texts} />);
