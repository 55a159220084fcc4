import { RefreshCw } from 'lucide-react';
import { useLanguage } from '../../i18n/index.ts';
import { Button, ScreenTitle } from '../index.ts';
import { ButtonsSection, ChoicesSection, FieldsSection } from './controls.tsx';
import { OverlaysSection } from './overlays.tsx';
import { DropSection, TableSection, TroubleSection, ValuesSection } from './things.tsx';
import { words } from './words.ts';

/** All components in all their states, on one page. */
export function Gallery() {
  const w = words[useLanguage()];
  return (
    <main className="gallery">
      <ScreenTitle
        title={w.title}
        state={w.state}
        action={<Button icon={RefreshCw}>{w.refresh}</Button>}
      />
      <ButtonsSection />
      <OverlaysSection />
      <FieldsSection />
      <ChoicesSection />
      <ValuesSection />
      <TroubleSection />
      <TableSection />
      <DropSection />
    </main>
  );
}
