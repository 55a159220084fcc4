import { useId, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, TextField } from '../../../../ui/index.ts';
import type { Importing } from './useImport.ts';

interface AddressDialogProps {
  readonly importing: Importing;
  /** The system's own. */
  readonly origin: string | null;
  /** The description that is replaced. */
  readonly replaces: string | null;
  readonly onClose: () => void;
}

/** Asks for the address of a description, which is fetched by the system's route. */
export function AddressDialog({ importing, origin, replaces, onClose }: AddressDialogProps) {
  const t = useT();
  const client = useClient();
  const formId = useId();
  const { systemId, busy, problem, forget, take } = importing;
  const allowing = useProblem();
  const [url, setUrl] = useState(origin === null ? '' : `${origin}/openapi.json`);
  const fetch = async () => {
    if (await take({ kind: 'address', url: url.trim() }, replaces)) onClose();
  };
  const allow = async () => {
    const allowed = await allowing.attempt(() =>
      client.call('apiConsole.allowOrigin', {
        systemId,
        origin: new URL(url.trim()).origin,
        allowed: true,
      }),
    );
    if (allowed !== null) await fetch();
  };
  const trouble = allowing.problem ?? problem;
  const close = () => {
    forget();
    onClose();
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={close}
      title={t('console.import.addressTitle')}
      description={t('console.import.addressText')}
      footer={
        <>
          <Button disabled={busy} onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={url.trim() === ''}
          >
            {t('console.import.fetch')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (url.trim() !== '' && !busy) void fetch();
        }}
      >
        {trouble && (
          <ErrorBar
            error={trouble}
            className="mb-3"
            {...(trouble.code === 'origin-not-allowed' && {
              action: { label: t('console.origins.allow'), onAction: () => void allow() },
            })}
          />
        )}
        <TextField
          label={t('console.import.addressLabel')}
          mono
          type="url"
          value={url}
          onValueChange={setUrl}
          maxLength={2000}
        />
      </form>
    </Dialog>
  );
}
