import '../../../renderer/styles/app.css';
import { createRoot } from 'react-dom/client';
import type { Settings } from '../../../preload/contract/settings/settings.ts';
import { App } from '../../../renderer/app/App.tsx';
import { openStores } from '../../../renderer/app/preferences.ts';
import { scene } from './scenes.ts';

/** The whole renderer over a fake main: `?scene=full&theme=dark&language=ja#/machines`. */
const query = new URLSearchParams(location.search);
const { bridge } = scene(query.get('scene') ?? 'full', {
  theme: (query.get('theme') ?? 'light') as Settings['theme'],
  language: (query.get('language') ?? 'en') as Settings['language'],
});
const { stores, texts: loading } = openStores(bridge, window, navigator.languages);
const texts = await loading;
const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(<App stores={stores} texts={texts} />);
