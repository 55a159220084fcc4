import type { ReactNode } from 'react';
import type { ProxyInput } from '../../../../preload/contract/systems/proxy.ts';
import { useT } from '../../../i18n/index.ts';
import { LockNote, useLocked } from '../../../kit/bars/PolicyBar.tsx';
import { useFollowed } from '../../../kit/index.ts';
import { Mono, PasswordField, Segmented, TextField } from '../../../ui/index.ts';

const kinds = ['system', 'none', 'manual'] as const;

/** A proxy as it stands in its fields. */
export interface ProxyDraft {
  readonly kind: (typeof kinds)[number];
  readonly address: string;
  readonly user: string;
  readonly password: string;
  readonly except: string;
}

export const usualProxy: ProxyDraft = {
  ...{ kind: 'system', address: '', user: '', password: '', except: '' },
};

/** Returns what the fields say; an empty password means the stored one, or none. */
export function proxyOf({ kind, address, user, password, except }: ProxyDraft): ProxyInput {
  if (kind !== 'manual') return { kind };
  const named = user.trim() === '' ? null : user.trim();
  return {
    ...{ kind, address: address.trim(), user: named, except },
    password: named === null || password === '' ? null : password,
  };
}

/** Shows the operator's proxy instead, where a policy sets it. */
export function ProxyLock({ children }: { readonly children: ReactNode }) {
  const t = useT();
  const policy = useFollowed((stores) => stores.policy).value;
  const direct = useLocked('noProxy');
  const fixed = useLocked('fixedProxy');
  if (!direct && !fixed) return children;
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

interface ProxyFieldsProps {
  readonly draft: ProxyDraft;
  readonly onChange: (part: Partial<ProxyDraft>) => void;
  /** A password of this proxy and user is stored. */
  readonly hasPassword?: boolean;
  readonly addressProblem?: string | undefined;
}

/** The kind of proxy, and the fields of one of the user's own. */
export function ProxyFields({ draft, onChange, hasPassword, addressProblem }: ProxyFieldsProps) {
  const t = useT();
  return (
    <>
      <Segmented
        label={t('connections.proxy.label')}
        value={draft.kind}
        options={kinds.map((value) => ({ value, label: t(`connections.proxy.${value}`) }))}
        onValueChange={(kind) => onChange({ kind })}
      />
      {draft.kind === 'system' && (
        <p className="phrases text-small text-text-soft">{t('connections.proxy.hint')}</p>
      )}
      {draft.kind === 'manual' && (
        <>
          <TextField
            mono
            inputMode="url"
            label={t('connections.proxy.address')}
            placeholder="http://proxy.example.org:3128"
            problem={addressProblem}
            value={draft.address}
            onValueChange={(address) => onChange({ address })}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <TextField
              optional
              label={t('connections.proxy.user')}
              value={draft.user}
              onValueChange={(user) => onChange({ user })}
            />
            <PasswordField
              optional
              label={t('connections.proxy.password')}
              hint={t(
                hasPassword ? 'connections.proxy.passwordKept' : 'connections.proxy.passwordHint',
              )}
              disabled={draft.user.trim() === ''}
              value={draft.password}
              onValueChange={(password) => onChange({ password })}
            />
          </div>
          <TextField
            optional
            mono
            label={t('connections.proxy.except')}
            hint={t('connections.proxy.exceptHint')}
            value={draft.except}
            onValueChange={(except) => onChange({ except })}
          />
        </>
      )}
    </>
  );
}
