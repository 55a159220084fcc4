import { useT } from '../../../i18n/index.ts';
import { LockNote, useLocked } from '../../../kit/bars/PolicyBar.tsx';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, ErrorBar } from '../../../ui/index.ts';
import { AutoLock } from './AutoLock.tsx';

/** How private keys and API keys are stored on the disk, and the passphrase, if there is one. */
export function VaultSettings() {
  const t = useT();
  const { client, vault } = useStores();
  const { value, problem: snapshotProblem } = useFollowed((stores) => stores.vault.state);
  const { busy, problem: callProblem, attempt } = useProblem();
  const keychainOnly = useLocked('keychainRequired');
  const problem = callProblem ?? snapshotProblem;
  if (!value) return problem && <ErrorBar error={problem} />;
  const { state, protection, keychainProblem } = value;
  const sentence =
    state === 'not-set-up'
      ? t('settings.vault.notSetUp')
      : state === 'locked'
        ? t(protection === 'keychain' ? 'settings.vault.keychainAway' : 'settings.vault.locked')
        : protection === 'keychain'
          ? t('settings.vault.keychain')
          : t('settings.vault.passphrase');
  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" />}
      <div>
        <p>{sentence}</p>
        {keychainProblem && (
          <p className="mt-1 text-text-soft">{t(`frame.vault.why.${keychainProblem}`)}</p>
        )}
      </div>
      {state === 'not-set-up' && (
        <Button disabled={keychainOnly} onClick={() => void vault.ask('set-up')}>
          {t('settings.vault.setUp')}
        </Button>
      )}
      {state === 'locked' && protection === 'passphrase' && (
        <Button onClick={() => void vault.ask('unlock')}>{t('settings.vault.unlock')}</Button>
      )}
      {state === 'ready' && protection === 'passphrase' && (
        <div className="flex flex-wrap gap-2">
          <Button busy={busy} onClick={() => void attempt(() => client.call('vault.lock'))}>
            {t('settings.vault.lock')}
          </Button>
          <Button disabled={keychainOnly} onClick={() => void vault.ask('change')}>
            {t('settings.vault.change')}
          </Button>
        </div>
      )}
      {state === 'ready' && protection === 'keychain' && (
        <>
          <p className="phrases text-small text-text-soft">{t('settings.vault.keychainHint')}</p>
          <Button disabled={keychainOnly} onClick={() => void vault.ask('set-up')}>
            {t('settings.vault.instead')}
          </Button>
        </>
      )}
      {keychainOnly && <LockNote />}
      {protection === 'passphrase' && <AutoLock />}
    </>
  );
}
