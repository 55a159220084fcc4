import { useSyncExternalStore } from 'react';
import { useLanguage } from '../../../i18n/index.ts';

/** Addresses of the pictures, by file path (`npm run pictures`). */
const addresses = import.meta.glob<string>('../../../../guide/pictures/*.png', {
  eager: true,
  query: '?url',
  import: 'default',
});

function followTheme(tell: () => void): () => void {
  const observer = new MutationObserver(tell);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

interface GuidePictureProps {
  readonly name: string;
  readonly alt: string;
}

/** A picture of a screen, in the window's current language and theme. */
export function GuidePicture({ name, alt }: GuidePictureProps) {
  const language = useLanguage();
  const theme = useSyncExternalStore(followTheme, () => document.documentElement.dataset.theme);
  return (
    <img
      src={addresses[`../../../../guide/pictures/${name}-${language}-${theme ?? 'light'}.png`]}
      alt={alt}
      className="my-4 h-auto max-w-full rounded-card border border-line"
    />
  );
}
