import { type FormEvent, useEffect, useState } from 'react';
import type { ProxyInput, StoredProxy } from '../../../../preload/contract/systems/connections.ts';
import { useT } from '../../../i18n/index.ts';
import { LockNote, useLocked } from '../../../kit/bars/PolicyBar.tsx';
import { useClient, useFollowed } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import {
  Button,
  ErrorBar,
  Mono,
  PasswordField,
  Segmented,
  TextField,
  useToasts,
} from '../../../ui/index.ts';

interface ProxyFormProps {
  readonly systemId: string;
  readonly proxy: StoredProxy;
}

const kinds = ['system', 'none', 'manual'] as const;

/** The proxy of a system's services; the operator's one if a policy sets it. */
export function ProxyForm(props: ProxyFormProps) {
  const t = useT();
  const policy = useFollowed((stores) => stores.policy).value;
  const direct = useLocked('noProxy');
  const fixed = useLocked('fixedProxy');
  if (!direct && !fixed) return <ProxyFields {...props} />;
  const kind = direct ? 'none' : (policy?.proxy?.kind ?? 'system');
  return (
    <div>
      <p>
        {t('connections.proxy.label')}: {t(`connections.proxy.${kind}`)}{' '}
        {kind === 'manual' && <Mono>{policy?.proxy?.address ?? ''}</Mono>}
      </p>
      <LockNote />
    </div>
  );
}

function ProxyFields({ systemId, proxy }: ProxyFormProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useAction();
  const manual = proxy.kind === 'manual' ? proxy : null;
  const [kind, setKind] = useState(proxy.kind);
  const [address, setAddress] = useState(manual?.address ?? '');
  const [user, setUser] = useState(manual?.user ?? '');
  const [password, setPassword] = useState('');
  const [except, setExcept] = useState(manual?.except ?? '');
  // Splits an address typed with credentials into its parts.
  useEffect(() => {
    if (proxy.kind !== 'manual') return;
    setAddress(proxy.address);
    setUser(proxy.user ?? '');
  }, [proxy]);
  const isSame = manual !== null && manual.address === address && manual.user === user;

  const keep = async (proxy: ProxyInput) => {
    const saved = await attempt(() => client.call('connections.setProxy', { systemId, proxy }));
    if (saved === null) return;
    setPassword('');
    toasts.show({ text: t('connections.proxy.saved') });
  };
  const choose = (next: (typeof kinds)[number]) => {
    setKind(next);
    if (next !== 'manual' && next !== proxy.kind) void keep({ kind: next });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = user.trim() === '' ? null : user.trim();
    void keep({
      kind: 'manual',
      address: address.trim(),
      user: named,
      except,
      password: password === '' ? null : password,
    });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Segmented
        label={t('connections.proxy.label')}
        value={kind}
        options={kinds.map((value) => ({ value, label: t(`connections.proxy.${value}`) }))}
        onValueChange={choose}
      />
      {kind === 'system' && (
        <p className="phrases text-small text-text-soft">{t('connections.proxy.hint')}</p>
      )}
      {kind === 'manual' && (
        <>
          <TextField
            mono
            inputMode="url"
            label={t('connections.proxy.address')}
            placeholder="http://proxy.example.org:3128"
            value={address}
            onValueChange={setAddress}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              optional
              label={t('connections.proxy.user')}
              value={user}
              onValueChange={setUser}
            />
            <PasswordField
              optional
              label={t('connections.proxy.password')}
              hint={t(
                manual?.hasPassword && isSame
                  ? 'connections.proxy.passwordKept'
                  : 'connections.proxy.passwordHint',
              )}
              disabled={user.trim() === ''}
              value={password}
              onValueChange={setPassword}
            />
          </div>
          <TextField
            optional
            mono
            label={t('connections.proxy.except')}
            hint={t('connections.proxy.exceptHint')}
            value={except}
            onValueChange={setExcept}
          />
          <div>
            <Button type="submit" busy={busy} disabled={address.trim() === ''}>
              {t('connections.proxy.save')}
            </Button>
          </div>
        </>
      )}
      {problem && <ErrorBar error={problem} />}
    </form>
  );
}
