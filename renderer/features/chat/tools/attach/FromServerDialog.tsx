import { useState } from 'react';
import type { Basket } from '../../../../attachments/index.ts';
import { useT } from '../../../../i18n/index.ts';
import { LateTexts } from '../../../../i18n/late.tsx';
import { useSystem } from '../../../../kit/index.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Dialog, ErrorBar, Select, Spinner } from '../../../../ui/index.ts';
import { Offered } from './Offered.tsx';
import { readableServers } from './readableServers.ts';

interface FromServerDialogProps {
  readonly basket: Basket;
  readonly onClose: () => void;
}

export default function FromServerDialog(props: FromServerDialogProps) {
  return (
    <LateTexts>
      <Choose {...props} />
    </LateTexts>
  );
}

/** What the servers of this system have; a press attaches a copy. */
function Choose({ basket, onClose }: FromServerDialogProps) {
  const t = useT();
  const systemId = useSystem()?.id ?? null;
  const { value, problem } = useResource('toolServers', undefined);
  const servers = readableServers(value ?? [], systemId);
  const [wanted, setWanted] = useState('');
  const server =
    servers.find(({ id }) => id === wanted) ??
    servers.find(({ state }) => state === 'running') ??
    servers[0];
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('toolServers.attach.title')}
      description={t('toolServers.attach.text')}
    >
      {problem && <ErrorBar error={problem} className="mb-3" />}
      {value === null && problem === null && <Spinner label={t('common.working')} />}
      {value !== null && server === undefined && (
        <p className="phrases">{t('toolServers.attach.gone')}</p>
      )}
      {server !== undefined && (
        <div className="flex flex-col gap-3">
          {servers.length > 1 && (
            <Select
              label={t('toolServers.server')}
              value={server.id}
              options={servers.map(({ id, name }) => ({ value: id, label: name }))}
              onValueChange={setWanted}
            />
          )}
          <Offered key={server.id} server={server} basket={basket} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}
