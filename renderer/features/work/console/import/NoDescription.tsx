import { useState } from 'react';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import { useT } from '../../../../i18n/index.ts';
import { useOffer } from '../../../../kit/useCommand.ts';
import { Button, DropZone } from '../../../../ui/index.ts';
import { AddressDialog } from './AddressDialog.tsx';
import type { Importing } from './useImport.ts';

/** Endings of files that a description may have. */
export const accepted = '.json,.yaml,.yml,application/json,application/yaml';

/** The first step: a description of the API. */
export function NoDescription(props: {
  readonly state: ConsoleState;
  readonly importing: Importing;
}) {
  const { state, importing } = props;
  const t = useT();
  const [asks, setAsks] = useState(false);
  const { busy } = importing;
  useOffer('import-description', () => setAsks(true));
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 px-6 pb-6">
      <div className="min-h-0 flex-1">
        <DropZone
          form="screen"
          label={t('console.none.title')}
          hint={t('console.none.text')}
          accept={accepted}
          busy={busy}
          onFiles={(files) => {
            const [file] = files;
            if (file !== undefined) void importing.takeFile(file, null);
          }}
        />
      </div>
      <div className="flex flex-wrap justify-center gap-2">
        {state.offersDemo && (
          <Button disabled={busy} onClick={() => void importing.take({ kind: 'demo' }, null)}>
            {t('console.import.demo')}
          </Button>
        )}
        <Button disabled={busy} onClick={() => setAsks(true)}>
          {t('console.import.address')}
        </Button>
      </div>
      {asks && (
        <AddressDialog
          importing={importing}
          origin={state.origin}
          replaces={null}
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  );
}
