import { useState } from 'react';
import type { Client } from '../../../../preload/contract/systems/clients.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useCommand } from '../../../kit/useCommand.ts';
import { useDraft } from '../../../kit/useDraft.ts';
import { Badge, Bar, ConfirmDialog, ErrorBar, SideSheet } from '../../../ui/index.ts';
import { ClientActions } from './ClientActions.tsx';
import { ClientFacts } from './ClientFacts.tsx';
import { EditClient } from './EditClient.tsx';
import { SignInWithDialog, useSignInConcerns } from './SignInWith.tsx';
import { UseElsewhere } from './UseElsewhere.tsx';

interface ClientSheetProps {
  readonly client: Client;
  /** Whether this app signs in with it. */
  readonly signsIn: boolean;
  /** An introductory message, for example about its creation. */
  readonly notice: string | null;
  readonly onClose: () => void;
  readonly onDelete: () => void;
  readonly onDuplicate: () => void;
  /** Opens the operator's own page; null if its address is unknown. */
  readonly openWebInterface: (() => void) | null;
}

/** One client: its facts, its secret on request, editing, and deletion. */
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
          <ClientActions
            client={client}
            signsIn={signsIn}
            busy={busy}
            onDelete={onDelete}
            onDuplicate={onDuplicate}
            onRotate={() => setAsked('rotate')}
            onSignInWith={() => void signInWith()}
            onEdit={() => setAsked('edit')}
            openWebInterface={openWebInterface}
          />
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
          <UseElsewhere client={client} />
          <ClientFacts client={client} />
        </>
      )}
      {discard.question}
      {asked === 'rotate' && (
        <RotateDialog
          client={client}
          signsIn={signsIn}
          onClose={() => setAsked(null)}
          onDone={() => setDone('rotated')}
        />
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

function RotateDialog(props: {
  readonly client: Client;
  readonly signsIn: boolean;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const { client, signsIn, onClose, onDone } = props;
  const t = useT();
  const main = useClient();
  return (
    <ConfirmDialog
      open
      danger
      title={t('clients.rotate.title', { clientId: client.clientId })}
      confirmLabel={t('clients.rotate.action')}
      onClose={onClose}
      onConfirm={async () => {
        await main.call('clients.rotateSecret', { id: client.id });
        onDone();
      }}
    >
      {t(signsIn ? 'clients.rotate.textOwn' : 'clients.rotate.text')}
    </ConfirmDialog>
  );
}
