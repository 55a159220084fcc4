import { Plus } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import type { Client, ClientsState } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { NoService } from '../../../kit/bars/NoService.tsx';
import { useFollowed, useRoute, useStores, useSystem } from '../../../kit/index.ts';
import { screens } from '../../../kit/screens.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { Bar, Button, ErrorBar, ScreenTitle } from '../../../ui/index.ts';
import { ClientSheet } from './ClientSheet.tsx';
import { ClientsMenu } from './ClientsMenu.tsx';
import { CreateSheet } from './CreateSheet.tsx';
import { DeleteDialog } from './DeleteDialog.tsx';
import { ClientsList } from './list/ClientsList.tsx';
import { NoClients } from './NoClients.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';
import { SignInClient } from './SignInClient.tsx';
import { useWebInterface } from './useWebInterface.ts';

/** OAuth 2.0 credentials for API access, if there is a service to call with them. */
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

/** Lists, creates, stores, shows, edits, deletes and exports clients. */
function Clients() {
  const t = useT();
  const { route } = useStores();
  const place = useRoute();
  const { value, problem } = useFollowed((stores) => stores.clients);
  const session = useFollowed((stores) => stores.session).value;
  const action = useAction();
  const { sheet, like, begin, beginLike, showPlaces, closeSheet } = useSheets();
  const [made, setMade] = useState<{ readonly id: string; readonly notice: string } | null>(null);
  const [deleting, setDeleting] = useState<readonly Client[]>([]);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const openWebInterface = useWebInterface(value?.settings.webInterfaceUrl ?? null);

  const openId = place.screen === 'clients' ? (place.clientId ?? null) : null;
  const clients = value?.clients ?? [];
  const shown = clients.filter((client) => matches(client, filter));
  const open = clients.find(({ id }) => id === openId) ?? null;
  const close = () => {
    setMade(null);
    route.replace({ screen: 'clients' });
  };
  const duplicate = (client: Client) => {
    close();
    beginLike(client);
  };
  const trouble = problem ?? value?.problem ?? action.problem;
  const signInId = session?.settings.clientId ?? null;
  const onlyKept = value?.ways.every((way) => way === 'kept') ?? false;

  return (
    <div className="flex h-full flex-col">
      <Title
        state={value}
        shown={shown}
        onCreate={begin}
        onPlaces={showPlaces}
        attempt={action.attempt}
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
            onPlaces={showPlaces}
          />
        )}
        {value?.hasMore === true && (
          <Bar tone="note" className="mb-4">
            {t('clients.hasMore')}
          </Bar>
        )}
        {clients.length > 0 && (
          <ClientsList
            shown={shown}
            filter={filter}
            onFilter={setFilter}
            openId={openId}
            onOpen={({ id }) => route.go({ screen: 'clients', clientId: id })}
            chosen={chosen}
            onChosen={setChosen}
            onDelete={setDeleting}
            signInId={signInId}
          />
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
          onClose={closeSheet}
          like={like}
          onCreated={(client, wantedId) => {
            closeSheet();
            setMade({ id: client.id, notice: noticeOf(client, wantedId, t) });
            route.go({ screen: 'clients', clientId: client.id });
          }}
        />
      )}
      {value && sheet === 'places' && <SettingsSheet state={value} onClose={closeSheet} />}
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

/** The sheets that belong to no listed client. */
function useSheets() {
  const [sheet, setSheet] = useState<'create' | 'places' | null>(null);
  const [like, setLike] = useState<Client | undefined>();
  const begin = () => beginLike(undefined);
  const beginLike = (client: Client | undefined) => {
    setLike(client);
    setSheet('create');
  };
  const showPlaces = () => setSheet('places');
  useOffer('create-client', begin);
  useOffer('client-places', showPlaces);
  return { sheet, like, begin, beginLike, showPlaces, closeSheet: () => setSheet(null) };
}

function Title(props: {
  readonly state: ClientsState | null;
  readonly shown: readonly Client[];
  readonly onCreate: () => void;
  readonly onPlaces: () => void;
  readonly attempt: ComponentProps<typeof ClientsMenu>['attempt'];
}) {
  const { state, shown, onCreate, onPlaces, attempt } = props;
  const t = useT();
  const count = state?.clients.length ?? 0;
  return (
    <ScreenTitle
      title={t('clients.title')}
      state={count > 0 && t('clients.count', { count })}
      action={
        state && (
          <>
            <ClientsMenu
              state={state}
              shownIds={shown.map(({ id }) => id)}
              onPlaces={onPlaces}
              attempt={attempt}
            />
            {/* without a client it stands in the middle of the screen */}
            {count > 0 && (
              <Button variant="primary" icon={Plus} onClick={onCreate}>
                {t('clients.new')}
              </Button>
            )}
          </>
        )
      }
    />
  );
}

/** Returns a message about the service's changes to the request. */
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
