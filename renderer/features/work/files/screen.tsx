import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { NoService } from '../../../kit/bars/NoService.tsx';
import { useSystem } from '../../../kit/index.ts';
import { screens } from '../../../kit/screens.ts';
import { ScreenTitle } from '../../../ui/index.ts';
import { FilesView } from './FilesView.tsx';

/** Files of this computer and of a system's machines, side by side. */
export default function FilesScreen() {
  const t = useT();
  const system = useSystem();
  if (system === null) return null;
  if (screens.files.absent(system)) {
    return (
      <div className="flex h-full flex-col">
        <ScreenTitle title={t('frame.screens.files')} />
        <NoService systemId={system.id} service="webApi" />
      </div>
    );
  }
  return (
    <LateTexts>
      <FilesView systemId={system.id} />
    </LateTexts>
  );
}
