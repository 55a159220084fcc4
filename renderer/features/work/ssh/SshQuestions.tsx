import { type FormEvent, useId, useState } from 'react';
import type { SshQuestion } from '../../../../preload/contract/work/ssh.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useClient } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, Dialog, ErrorBar, PasswordField } from '../../../ui/index.ts';

/** What the system's own ssh program asks, one question at a time. */
export default function SshQuestions() {
  const [question] = useResource('ssh', undefined).value ?? [];
  if (question === undefined) return null;
  return (
    <LateTexts>
      <Asked key={question.id} question={question} />
    </LateTexts>
  );
}

function Asked({ question }: { readonly question: SshQuestion }) {
  const t = useT();
  const formId = useId();
  const client = useClient();
  const { busy, problem, attempt } = useAction();
  const [typed, setTyped] = useState('');
  const { id, kind } = question;
  const answer = (text: string | null) =>
    void attempt(() => client.call('ssh.answer', { id, text }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answer(kind === 'secret' ? typed : 'yes');
  };
  const texts = useTexts(question);
  return (
    <Dialog
      open
      role="alertdialog"
      busy={busy}
      onClose={() => answer(null)}
      title={texts.title}
      description={texts.explanation}
      footer={
        <>
          <Button disabled={busy} onClick={() => answer(null)}>
            {t('ssh.refuse')}
          </Button>
          {texts.submit !== null && (
            <Button type="submit" form={formId} variant="primary" busy={busy}>
              {texts.submit}
            </Button>
          )}
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-3">
        {problem && <ErrorBar error={problem} />}
        <p className="rounded-control bg-sunken px-3 py-2 font-mono text-small wrap-anywhere whitespace-pre-wrap">
          {question.text.trim()}
        </p>
        {kind === 'secret' && (
          <PasswordField
            label={t('ssh.answer')}
            value={typed}
            onValueChange={setTyped}
            autoComplete="off"
            maxLength={1024}
          />
        )}
      </form>
    </Dialog>
  );
}

function useTexts({ kind, host }: SshQuestion) {
  const t = useT();
  const title = t('ssh.title', { host });
  switch (kind) {
    case 'secret':
      return { title, explanation: t('ssh.secretText', { host }), submit: t('ssh.send') };
    case 'host-key':
      return { title, explanation: t('ssh.hostKeyText'), submit: t('ssh.trust') };
    case 'confirm':
      return { title, explanation: t('ssh.secretText', { host }), submit: t('ssh.allow') };
    case 'touch':
      return {
        title: t('ssh.titleTouch'),
        explanation: t('ssh.touchText', { host }),
        submit: null,
      };
  }
}
