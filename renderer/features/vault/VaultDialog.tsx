import { type FormEvent, useId, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useFollowed, useStores, type VaultNeed } from '../../kit/index.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, PasswordField } from '../../ui/index.ts';

interface VaultDialogProps {
  readonly need: VaultNeed;
  /** True when the vault is ready, false when the user left it as it was. */
  readonly onAnswer: (ready: boolean) => void;
}

const shortest = 8;

/** Makes the vault ready: sets its passphrase, or asks for it. */
export default function VaultDialog({ need, onAnswer }: VaultDialogProps) {
  const t = useT();
  const { client } = useStores();
  const vault = useFollowed((stores) => stores.vault.state).value;
  const form = useId();
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [checked, setChecked] = useState(false);
  const { problem, busy, attempt } = useProblem();
  const setUp = need === 'set-up';
  const tooShort = setUp && passphrase.length < shortest;
  const different = setUp && passphrase !== again;
  const wrong = problem?.code === 'vault-wrong-passphrase';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (busy || tooShort || different || passphrase === '') return;
    const done = await attempt(() =>
      client.call(setUp ? 'vault.setPassphrase' : 'vault.unlock', { passphrase }),
    );
    if (done) onAnswer(true);
  };

  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => {
        if (!open && !busy) onAnswer(false);
      }}
      title={t(setUp ? 'frame.vault.setUpTitle' : 'frame.vault.unlockTitle')}
      description={
        setUp ? (
          <>
            {vault?.keychainProblem && <p>{t(`frame.vault.why.${vault.keychainProblem}`)}</p>}
            <p className="mt-1">{t('frame.vault.setUpText')}</p>
          </>
        ) : (
          t('frame.vault.unlockText')
        )
      }
      footer={
        <>
          <Button disabled={busy} onClick={() => onAnswer(false)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={form} variant="primary" busy={busy}>
            {t(setUp ? 'frame.vault.setUp' : 'frame.vault.unlock')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        {problem && !wrong && <ErrorBar error={problem} />}
        <PasswordField
          label={t('frame.vault.passphrase')}
          value={passphrase}
          onValueChange={setPassphrase}
          autoComplete={setUp ? 'new-password' : 'current-password'}
          hint={setUp ? t('frame.vault.rule', { count: shortest }) : undefined}
          problem={
            wrong
              ? t('frame.vault.wrong')
              : checked && tooShort
                ? t('frame.vault.tooShort', { count: shortest })
                : undefined
          }
        />
        {setUp && (
          <PasswordField
            label={t('frame.vault.again')}
            value={again}
            onValueChange={setAgain}
            autoComplete="new-password"
            problem={checked && !tooShort && different ? t('frame.vault.different') : undefined}
          />
        )}
        {setUp && <p className="text-small text-text-soft">{t('frame.vault.noRecovery')}</p>}
      </form>
    </Dialog>
  );
}
