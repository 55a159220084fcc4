import { useRef } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ExactRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { Button, Dialog, ErrorBar, Facts } from '../../../../ui/index.ts';
import { ExactText } from './ExactText.tsx';
import { identityOf } from './identity.ts';
import type { Sending } from './useSending.ts';

interface SendDialogProps {
  readonly system: System;
  readonly exact: ExactRequest;
  readonly sending: Sending;
}

/** Asks before something is changed, with the whole request. */
export function SendDialog({ system, exact, sending }: SendDialogProps) {
  const t = useT();
  const stay = useRef<HTMLButtonElement>(null);
  const { busy, problem, dismiss, confirm } = sending;
  return (
    <Dialog
      open
      busy={busy}
      onClose={dismiss}
      role="alertdialog"
      title={t('console.confirm.title', { name: system.name })}
      description={t('console.confirm.text')}
      initialFocus={stay}
      footer={
        <>
          <Button ref={stay} disabled={busy} onClick={dismiss}>
            {t('console.confirm.stay')}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => void confirm()}>
            {t('console.confirm.send', { method: exact.method })}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem && <ErrorBar error={problem} />}
        <ExactText exact={exact} className="max-h-80" />
        <Facts
          items={[
            { label: t('console.confirm.identity'), value: identityOf(t, exact) },
            { label: t('console.confirm.sent'), value: t('console.confirm.once') },
            { label: t('console.confirm.why'), value: t(`console.effect.by.${exact.effectBy}`) },
          ]}
        />
      </div>
    </Dialog>
  );
}
