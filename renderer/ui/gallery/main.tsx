import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLanguage, createTexts, TextsProvider } from '../../i18n/index.ts';
import '../../styles/app.css';
import { setTheme, startTheme, themes, UiProvider } from '../index.ts';
import { Gallery } from './Gallery.tsx';
import './gallery.css';

const query = new URLSearchParams(location.search);
const theme = themes.find((name) => name === query.get('theme'));
if (theme) setTheme(theme);
startTheme();

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no root element');
const texts = await createTexts(chooseLanguage([query.get('language') ?? navigator.language]));
createRoot(root).render(
  <StrictMode>
    <TextsProvider i18n={texts}>
      <UiProvider>
        <Gallery />
      </UiProvider>
    </TextsProvider>
  </StrictMode>,
);
