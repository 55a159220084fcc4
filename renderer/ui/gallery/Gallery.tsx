import { RefreshCw } from 'lucide-react';
import { useLanguage } from '../../i18n/index.ts';
import { Button, ScreenTitle } from '../index.ts';
import { ButtonsSection, ChoicesSection, FieldsSection } from './controls.tsx';
import { OverlaysSection } from './overlays.tsx';
import { texts } from './texts.ts';
import { DropSection, TableSection, TroubleSection, ValuesSection } from './things.tsx';

/** All components in all their states, on one page. */
export function Gallery() {
  const w = texts[useLanguage()];
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
