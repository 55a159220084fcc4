import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useStores, useSystem } from '../../../kit/index.ts';
import { screens } from '../../../kit/screens.ts';
import { Button, EmptyState, ScreenTitle } from '../../../ui/index.ts';
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
        <LateTexts>
          <NoFiles system={system} />
        </LateTexts>
      </div>
    );
  }
  return (
    <LateTexts>
      <FilesView systemId={system.id} />
    </LateTexts>
  );
}

/** Only an address leads here: the sidebar leaves the screen out. */
function NoFiles({ system }: { readonly system: System }) {
  const t = useT();
  const { route } = useStores();
  return (
    <EmptyState
      title={t('files.absent.title', { name: system.name })}
      action={
        <Button onClick={() => route.go({ screen: 'systems', systemId: system.id })}>
          {t('frame.system.edit', { name: system.name })}
        </Button>
      }
    >
      {t('files.absent.text')}
    </EmptyState>
  );
}
