import { Copy, Ellipsis, ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../preload/contract/clients.ts';
import { useT } from '../../i18n/index.ts';
import { useClient } from '../../kit/index.ts';
import { useAction } from '../../kit/useAction.ts';
import { useCommand } from '../../kit/useCommand.ts';
import { useDraft } from '../../kit/useDraft.ts';
import {
  Badge,
  Bar,
  Button,
  ConfirmDialog,
  ErrorBar,
  IconButton,
  Menu,
  SideSheet,
} from '../../ui/index.ts';
import { ClientFacts } from './ClientFacts.tsx';
import { EditClient } from './EditClient.tsx';
import { SignInWithDialog, useSignInConcerns } from './SignInWith.tsx';
import { UseElsewhere } from './UseElsewhere.tsx';

interface ClientSheetProps {
  readonly client: Client;
  /** Whether this app signs in with it. */
  readonly signsIn: boolean;
  /** What there is to say of it first, such as how it was just made. */
  readonly notice: string | null;
  readonly onClose: () => void;
  readonly onDelete: () => void;
  readonly onDuplicate: () => void;
  /** Opens the site's own page; null where its address is not known. */
  readonly openWebInterface: (() => void) | null;
}

/** One client: what it is, its secret when asked for, what can be changed, and its end. */
export function ClientSheet(props: ClientSheetProps) {
  const { client, signsIn, notice, onClose, onDelete, onDuplicate, openWebInterface } = props;
  const t = useT();
  const main = useClient();
  const { run: openSession } = useCommand('session');
  const { busy, problem, attempt } = useAction();
  const [asked, setAsked] = useState<'edit' | 'rotate' | 'sign-in' | null>(null);
  const [typed, setTyped] = useState(false);
  const [done, setDone] = useState<'rotated' | 'signs-in' | 'dismissed' | null>(null);
  const { ends, refused } = useSignInConcerns(client);
  const { id, clientId } = client;
  const editing = asked === 'edit';
  const discard = useDraft(editing && typed);

  const signInWith = async () => {
    if (ends || refused) return setAsked('sign-in');
    if (await attempt(() => main.call('clients.signInWith', { id }))) setDone('signs-in');
  };
  const startSession = () => {
    onClose();
    openSession();
  };

  return (
    <SideSheet
      open
      onClose={() => discard.leave(onClose)}
      title={clientId}
      subtitle={signsIn && <Badge tone="accent">{t('clients.signsIn')}</Badge>}
      footer={
        editing ? undefined : (
          <>
            {client.canChange && (
              <Button variant="danger" className="mr-auto" onClick={onDelete}>
                {t('clients.delete')}
              </Button>
            )}
            <Menu
              align="end"
              side="top"
              trigger={<IconButton icon={Ellipsis} label={t('clients.moreOf', { clientId })} />}
              items={[
                {
                  id: 'duplicate',
                  label: t('clients.duplicate'),
                  icon: Copy,
                  onSelect: onDuplicate,
                },
                ...(client.canRotate
                  ? [
                      {
                        id: 'rotate',
                        label: t('clients.rotate.action'),
                        icon: RotateCw,
                        onSelect: () => setAsked('rotate'),
                      },
                    ]
                  : []),
                ...(openWebInterface
                  ? [
                      {
                        id: 'web-interface',
                        label: t('frame.shortcuts.webInterface'),
                        icon: ExternalLink,
                        onSelect: openWebInterface,
                      },
                    ]
                  : []),
              ]}
            />
            {!signsIn && (
              <Button busy={busy} onClick={() => void signInWith()}>
                {t('clients.signInWith.action')}
              </Button>
            )}
            {client.canChange && (
              <Button onClick={() => setAsked('edit')}>{t('clients.edit.action')}</Button>
            )}
          </>
        )
      }
    >
      {problem && <ErrorBar error={problem} className="mb-4" />}
      {!client.canChange && (
        <Bar tone="note" className="mb-4">
          {t('clients.viewOnly')}
        </Bar>
      )}
      {done === 'rotated' && (
        <Bar tone="note" className="mb-4" onDismiss={() => setDone('dismissed')}>
          {t('clients.rotate.done', { clientId })}
        </Bar>
      )}
      {done === 'signs-in' && (
        <Bar
          tone="note"
          className="mb-4"
          action={{ label: t('clients.signInWith.now'), onAction: startSession }}
        >
          {t('clients.signInWith.done')}
        </Bar>
      )}
      {notice !== null && done === null && !editing && (
        <Bar tone="note" className="mb-4" onDismiss={() => setDone('dismissed')}>
          {notice}
        </Bar>
      )}
      {editing ? (
        <EditClient
          client={client}
          onTyped={setTyped}
          onCancel={() => discard.leave(() => setAsked(null))}
          onDone={() => setAsked(null)}
        />
      ) : (
        <>
          <ClientFacts client={client} />
          <UseElsewhere client={client} />
        </>
      )}
      {discard.question}
      {asked === 'rotate' && (
        <ConfirmDialog
          open
          danger
          title={t('clients.rotate.title', { clientId })}
          confirmLabel={t('clients.rotate.action')}
          onClose={() => setAsked(null)}
          onConfirm={async () => {
            await main.call('clients.rotateSecret', { id });
            setDone('rotated');
          }}
        >
          {t(signsIn ? 'clients.rotate.textOwn' : 'clients.rotate.text')}
        </ConfirmDialog>
      )}
      {asked === 'sign-in' && (
        <SignInWithDialog
          client={client}
          onClose={() => setAsked(null)}
          onDone={() => setDone('signs-in')}
        />
      )}
    </SideSheet>
  );
}
