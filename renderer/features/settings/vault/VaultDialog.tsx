import { type ReactNode, useId } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, type VaultAnswer, type VaultNeed } from '../../../kit/index.ts';
import { Button, Dialog, ErrorBar, PasswordField } from '../../../ui/index.ts';
import { shortest, useVaultForm, type VaultForm } from './useVaultForm.ts';

interface VaultDialogProps {
  readonly need: VaultNeed;
  /** Null if the user cancelled. */
  readonly onAnswer: (answer: VaultAnswer | null) => void;
}

/** Sets the vault's passphrase, asks for it, or changes it. */
export default function VaultDialog({ need, onAnswer }: VaultDialogProps) {
  const t = useT();
  const id = useId();
  const form = useVaultForm(need, onAnswer);
  const { busy, problem } = form;
  const { title, submit } = useWords(need);
  return (
    <Dialog
      open
      size="small"
      busy={busy}
      onClose={() => onAnswer(null)}
      title={title}
      description={<Explanation need={need} />}
      footer={
        <>
          <Button disabled={busy} onClick={() => onAnswer(null)}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form={id} variant="primary" busy={busy}>
            {submit}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={(event) => void form.submit(event)} className="flex flex-col gap-3">
        {problem && <ErrorBar error={problem} />}
        {form.asksCurrent && <CurrentPassphrase form={form} changes={need === 'change'} />}
        {form.asksNew && <NewPassphrase form={form} changes={need === 'change'} />}
        {form.asksNew && (
          <p className="phrases text-small text-text-soft">{t('frame.vault.noRecovery')}</p>
        )}
      </form>
    </Dialog>
  );
}

function useWords(need: VaultNeed): { readonly title: string; readonly submit: string } {
  const t = useT();
  switch (need) {
    case 'set-up':
      return { title: t('frame.vault.setUpTitle'), submit: t('frame.vault.setUp') };
    case 'unlock':
      return { title: t('frame.vault.unlockTitle'), submit: t('frame.vault.unlock') };
    case 'confirm':
      return { title: t('frame.vault.confirmTitle'), submit: t('frame.vault.confirm') };
    case 'change':
      return { title: t('frame.vault.changeTitle'), submit: t('frame.vault.change') };
  }
}

function Explanation({ need }: { readonly need: VaultNeed }): ReactNode {
  const t = useT();
  const problem = useFollowed((stores) => stores.vault.state).value?.keychainProblem;
  if (need === 'unlock') return t('frame.vault.unlockText');
  if (need === 'confirm') return t('frame.vault.confirmText');
  if (need === 'change') return t('frame.vault.changeText');
  if (!problem) return t('frame.vault.insteadText');
  return (
    <>
      <p>{t(`frame.vault.why.${problem}`)}</p>
      <p className="mt-1">
        {t(problem === 'exposed' ? 'frame.vault.insteadText' : 'frame.vault.setUpText')}
      </p>
    </>
  );
}

interface FieldsProps {
  readonly form: VaultForm;
  /** Whether an old and a new passphrase are needed. */
  readonly changes: boolean;
}

function CurrentPassphrase({ form, changes }: FieldsProps) {
  const t = useT();
  return (
    <PasswordField
      label={t(changes ? 'frame.vault.current' : 'frame.vault.passphrase')}
      value={form.current}
      onValueChange={form.setCurrent}
      autoComplete="current-password"
      problem={form.wrong ? t('frame.vault.wrong') : undefined}
    />
  );
}

function NewPassphrase({ form, changes }: FieldsProps) {
  const t = useT();
  return (
    <>
      <PasswordField
        label={t(changes ? 'frame.vault.new' : 'frame.vault.passphrase')}
        value={form.passphrase}
        onValueChange={form.setPassphrase}
        autoComplete="new-password"
        hint={form.tooShort ? undefined : t('frame.vault.rule', { count: shortest })}
        problem={form.tooShort ? t('frame.vault.tooShort', { count: shortest }) : undefined}
      />
      <PasswordField
        label={t(changes ? 'frame.vault.newAgain' : 'frame.vault.again')}
        value={form.again}
        onValueChange={form.setAgain}
        autoComplete="new-password"
        problem={form.different ? t('frame.vault.different') : undefined}
      />
    </>
  );
}
