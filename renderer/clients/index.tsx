import { KeyRound, Plus } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Client } from '../../preload/contract/clients.ts';
import { useT } from '../i18n/index.ts';
import { useFollowed, useIntent, useRoute, useStores, useSystem } from '../stores/index.ts';
import { Button, EmptyState, ErrorBar, ScreenTitle } from '../ui/index.ts';
import { ClientSheet } from './ClientSheet.tsx';
import { ClientsTable } from './ClientsTable.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';

/** OAuth 2.0 credentials for API access: list, create, show, delete. */
export default function ClientsScreen() {
  const t = useT();
  const { route } = useStores();
  const place = useRoute();
  const system = useSystem();
  const { value, problem } = useFollowed((stores) => stores.clients);
  const [creating, setCreating] = useState(false);
  const [deleting, setDeleting] = useState<Client | null>(null);
  const begin = useCallback(() => setCreating(true), []);
  useIntent('create-client', begin);

  const openId = place.screen === 'clients' ? (place.clientId ?? null) : null;
  const clients = value?.clients ?? [];
  const open = clients.find(({ id }) => id === openId) ?? null;
  const close = () => route.replace({ screen: 'clients' });
  const trouble = problem ?? value?.problem ?? null;
  const unavailable = value?.provider === 'none' && trouble === null;

  return (
    <div className="flex h-full flex-col">
      <ScreenTitle
        title={t('clients.title')}
        state={value && clients.length > 0 && t('clients.count', { count: clients.length })}
        action={
          value?.provider === 'dynamic-registration' && (
            <Button variant="primary" icon={Plus} onClick={begin}>
              {t('clients.create')}
            </Button>
          )
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">
        {trouble && <ErrorBar error={trouble} className="mb-4" />}
        {unavailable && clients.length === 0 && (
          <EmptyState icon={KeyRound} title={t('clients.unavailable.title')}>
            {t('clients.unavailable.text')}
          </EmptyState>
        )}
        {value && !unavailable && clients.length === 0 && (
          <EmptyState
            icon={KeyRound}
            title={t('clients.empty.title')}
            action={
              <Button icon={Plus} onClick={begin}>
                {t('clients.create')}
              </Button>
            }
          >
            {t('clients.empty.text')}
          </EmptyState>
        )}
        {clients.length > 0 && (
          <ClientsTable
            clients={clients}
            openId={openId}
            onOpen={({ id }) => route.go({ screen: 'clients', clientId: id })}
          />
        )}
      </div>
      {open && <ClientSheet client={open} onClose={close} onDelete={() => setDeleting(open)} />}
      {system && creating && (
        <CreateSheet
          systemId={system.id}
          taken={clients.map(({ clientId }) => clientId)}
          onClose={() => setCreating(false)}
          onCreated={({ id }) => {
            setCreating(false);
            route.go({ screen: 'clients', clientId: id });
          }}
        />
      )}
      {deleting && (
        <DeleteDialog
          client={deleting}
          onClose={() => setDeleting(null)}
          onDeleted={() => {
            setDeleting(null);
            close();
          }}
        />
      )}
    </div>
  );
}
