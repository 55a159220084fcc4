import { useT } from '../../i18n/index.ts';
import { Bar, ErrorBar } from '../../ui/index.ts';
import { useFollowed, useStores } from '../index.ts';
import { useProblem } from '../useProblem.ts';

/** Says that stored secrets are behind a locked keyring, and lets the user unlock it. */
export function KeyringBar() {
  const t = useT();
  const { client } = useStores();
  const { value } = useFollowed((stores) => stores.vault.state);
  const { busy, problem, attempt } = useProblem();
  if (value?.state !== 'locked' || value.keychainProblem !== 'locked') return null;
  const unlock = () => void attempt(() => client.call('vault.unlockKeychain'));
  return (
    <>
      {problem && <ErrorBar error={problem} className="m-3 mb-0" />}
      <Bar
        tone="warning"
        className="m-3 mb-0"
        action={{ label: t('frame.vault.unlockKeyring'), onAction: unlock, busy }}
      >
        {t('frame.vault.keyringLocked')}
      </Bar>
    </>
  );
}
