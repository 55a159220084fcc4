import { type FormEvent, useState } from 'react';
import { clientIdPattern } from '../../../../preload/contract/systems/client-id.ts';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, ErrorBar, useToasts } from '../../../ui/index.ts';
import { BrowserFields, ClientFields, TokenFields } from './SignInFields.tsx';
import { changesOf, type Draft, draftOf } from './settingsDraft.ts';

/** Sign-in settings of this system and the use of its tokens; the secret is write-only. */
export function SignInSettings({ session }: { readonly session: Session }) {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const { busy, problem, attempt } = useAction();
  const { settings, systemId } = session;
  // Only fields typed here are saved: the others follow changes by another window or main.
  const [typed, setTyped] = useState<Partial<Draft>>({});
  const draft = { ...draftOf(settings), ...typed };
  const change = (part: Partial<Draft>) => setTyped({ ...typed, ...part });
  const fields = { draft, change };
  const port = Number(draft.loopbackPort);
  const wrongPort =
    draft.loopbackPort !== '' && !(Number.isInteger(port) && port >= 1024 && port <= 65_535);

  const wrongId =
    typed.clientId !== undefined &&
    typed.clientId.trim() !== '' &&
    !clientIdPattern.test(typed.clientId.trim());

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || wrongPort || wrongId) return;
    const saved = await attempt(() =>
      client.call('session.updateSettings', {
        systemId,
        ...changesOf(draft, settings),
      }),
    );
    if (!saved) return;
    setTyped({});
    toasts.show({ text: t('signIn.settings.saved') });
  };

  return (
    <form className="mt-3 flex flex-col gap-4" onSubmit={(event) => void save(event)}>
      {problem && <ErrorBar error={problem} />}
      <ClientFields {...fields} hasSecret={settings.hasClientSecret} wrongId={wrongId} />
      <BrowserFields {...fields} byWindow={session.ways.includes('window')} wrongPort={wrongPort} />
      <TokenFields {...fields} />
      <Button variant="primary" type="submit" busy={busy} className="self-start">
        {t('common.save')}
      </Button>
    </form>
  );
}
