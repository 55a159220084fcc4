import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../preload/contract/clients.ts';
import { useT } from '../../i18n/index.ts';
import { LateTexts } from '../../i18n/late.tsx';
import { NoService } from '../../kit/bars/NoService.tsx';
import { useFollowed, useRoute, useStores, useSystem } from '../../kit/index.ts';
import { screens } from '../../kit/screens.ts';
import { useAction } from '../../kit/useAction.ts';
import { useOffer } from '../../kit/useCommand.ts';
import { Bar, Button, ErrorBar, ScreenTitle, TextField } from '../../ui/index.ts';
import { ClientSheet } from './ClientSheet.tsx';
import { ClientsMenu } from './ClientsMenu.tsx';
import { ClientsTable } from './ClientsTable.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { NoClients } from './NoClients.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';
import { SignInClient } from './SignInClient.tsx';
import { useWebInterface } from './useWebInterface.ts';

/** OAuth 2.0 credentials for API access, where there is something to call with them. */
export default function ClientsScreen() {
  return (
    <LateTexts>
      <Screen />
    </LateTexts>
  );
}

function Screen() {
  const t = useT();
  const system = useSystem();
  if (system === null || !screens.clients.lacking(system)) return <Clients />;
  return (
    <div className="flex h-full flex-col">
      <ScreenTitle title={t('clients.title')} />
      <NoService systemId={system.id} service="identityProvider" />
    </div>
  );
}

/** List, create or keep, show, change, delete, export. */
function Clients() {
  const t = useT();
  const { route } = useStores();
  const place = useRoute();
  const { value, problem } = useFollowed((stores) => stores.clients);
  const session = useFollowed((stores) => stores.session).value;
  const action = useAction();
  const [sheet, setSheet] = useState<'create' | 'places' | null>(null);
  const [like, setLike] = useState<Client | undefined>();
  const [made, setMade] = useState<{ readonly id: string; readonly notice: string } | null>(null);
  const [deleting, setDeleting] = useState<readonly Client[]>([]);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const begin = () => {
    setLike(undefined);
    setSheet('create');
  };
  useOffer('create-client', begin);
  useOffer('client-places', () => setSheet('places'));
  const openWebInterface = useWebInterface(value?.settings.webInterfaceUrl ?? null);

  const openId = place.screen === 'clients' ? (place.clientId ?? null) : null;
  const clients = value?.clients ?? [];
  const shown = clients.filter((client) => matches(client, filter));
  const selected = shown.filter(({ id, canChange }) => canChange && chosen.has(id));
  const open = clients.find(({ id }) => id === openId) ?? null;
  const close = () => {
    setMade(null);
    route.replace({ screen: 'clients' });
  };
  const duplicate = (client: Client) => {
    close();
    setLike(client);
    setSheet('create');
  };
  const trouble = problem ?? value?.problem ?? action.problem;
  const signInId = session?.settings.clientId ?? null;
  const onlyKept = value?.ways.every((way) => way === 'kept') ?? false;
  const createLabel = onlyKept ? t('clients.keep') : t('clients.create');

  return (
    <div className="flex h-full flex-col">
      <ScreenTitle
        title={t('clients.title')}
        state={value && clients.length > 0 && t('clients.count', { count: clients.length })}
        action={
          value && (
            <>
              <ClientsMenu
                state={value}
                shownIds={shown.map(({ id }) => id)}
                onPlaces={() => setSheet('places')}
                attempt={action.attempt}
              />
              <Button variant="primary" icon={Plus} onClick={begin}>
                {createLabel}
              </Button>
            </>
          )
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">
        {trouble && <ErrorBar error={trouble} className="mb-4" />}
        {value && <SignInClient clients={clients} />}
        {value && clients.length === 0 && (
          <NoClients
            onlyKept={onlyKept}
            realm={value.realm}
            openWebInterface={openWebInterface}
            onBegin={begin}
            onPlaces={() => setSheet('places')}
          />
        )}
        {value?.hasMore === true && (
          <Bar tone="note" className="mb-4">
            {t('clients.hasMore')}
          </Bar>
        )}
        {clients.length > 0 && (
          <>
            <div className="mb-2 flex h-8 items-center gap-2">
              <TextField
                className="w-72"
                type="search"
                label={t('clients.filter.label')}
                labelHidden
                placeholder={t('clients.filter.label')}
                value={filter}
                onValueChange={setFilter}
              />
              {selected.length > 0 && (
                <Button icon={Trash2} className="ml-auto" onClick={() => setDeleting(selected)}>
                  {t('clients.deleteMany', { count: selected.length })}
                </Button>
              )}
            </div>
            <ClientsTable
              clients={shown}
              openId={openId}
              onOpen={({ id }) => route.go({ screen: 'clients', clientId: id })}
              selected={chosen}
              onSelect={(ids, on) => setChosen(toggled(chosen, ids, on))}
              onDelete={(client) => setDeleting([client])}
              signInId={signInId}
            />
          </>
        )}
      </div>
      {open && (
        <ClientSheet
          key={open.id}
          client={open}
          signsIn={open.clientId === signInId}
          onClose={close}
          onDelete={() => setDeleting([open])}
          onDuplicate={() => duplicate(open)}
          notice={made?.id === open.id ? made.notice : null}
          openWebInterface={openWebInterface}
        />
      )}
      {value && sheet === 'create' && (
        <CreateSheet
          state={value}
          onClose={() => setSheet(null)}
          like={like}
          onCreated={(client, wantedId) => {
            setSheet(null);
            setMade({ id: client.id, notice: noticeOf(client, wantedId, t) });
            route.go({ screen: 'clients', clientId: client.id });
          }}
        />
      )}
      {value && sheet === 'places' && (
        <SettingsSheet state={value} onClose={() => setSheet(null)} />
      )}
      {deleting.length > 0 && (
        <DeleteDialog
          clients={deleting}
          signInId={signInId}
          attempt={action.attempt}
          onClose={() => setDeleting([])}
          onRefused={setDeleting}
          onDeleted={() => {
            setDeleting([]);
            setChosen(new Set());
            if (open) close();
          }}
        />
      )}
    </div>
  );
}

/** What the service made of what was asked for. */
function noticeOf(
  { clientId, source, hasSecret }: Client,
  wantedId: string,
  t: ReturnType<typeof useT>,
): string {
  if (clientId !== wantedId) return t('clients.made.otherId', { clientId, wantedId });
  if (source === 'kept') return t('clients.made.kept');
  return t(hasSecret ? 'clients.made.issued' : 'clients.made.noSecret');
}

function matches({ clientId, redirectUrls }: Client, filter: string): boolean {
  const wanted = filter.trim().toLowerCase();
  return [clientId, ...redirectUrls].some((text) => text.toLowerCase().includes(wanted));
}

function toggled(
  chosen: ReadonlySet<string>,
  ids: readonly string[],
  on: boolean,
): ReadonlySet<string> {
  const next = new Set(chosen);
  for (const id of ids) {
    if (on) next.add(id);
    else next.delete(id);
  }
  return next;
}
