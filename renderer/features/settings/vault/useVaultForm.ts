import { type FormEvent, useState } from 'react';
import { useStores, type VaultAnswer, type VaultNeed } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';

export const shortest = 8;

/** State, errors and submit call of the vault form. */
export function useVaultForm(need: VaultNeed, onAnswer: (answer: VaultAnswer) => void) {
  const { client } = useStores();
  const [current, setCurrent] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const { problem, busy, attempt } = useProblem();
  const asksNew = need === 'set-up' || need === 'change';
  const asksCurrent = need !== 'set-up';
  const tooShort = asksNew && passphrase.length < shortest;
  const different = asksNew && passphrase !== again;
  const wrong = problem?.code === 'vault-wrong-passphrase';

  const perform = async (): Promise<VaultAnswer> => {
    if (need === 'confirm') return client.call('vault.confirm', { passphrase: current });
    if (need === 'unlock') await client.call('vault.unlock', { passphrase: current });
    else {
      const changes = need === 'change' ? { passphrase, current } : { passphrase };
      await client.call('vault.setPassphrase', changes);
    }
    return {};
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (busy || tooShort || different || (asksCurrent && current === '')) return;
    const done = await attempt(perform);
    if (done) onAnswer(done.value);
  };

  return {
    asksNew,
    asksCurrent,
    current,
    setCurrent,
    passphrase,
    setPassphrase,
    again,
    setAgain,
    busy,
    submit,
    wrong,
    /** Error above the fields rather than at one of them. */
    problem: wrong ? null : problem,
    tooShort: checked && tooShort,
    different: checked && !tooShort && different,
  };
}
export type VaultForm = ReturnType<typeof useVaultForm>;
