import { useId, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, oneLine, TextArea } from '../../../ui/index.ts';
import { drawn, ExactText } from '../permission/index.ts';
import type { OfServer } from './serverPrompts.ts';

interface ServerPromptDialogProps {
  readonly of: OfServer;
  readonly onInsert: (text: string) => void;
  readonly onClose: () => void;
}

export default function ServerPromptDialog(props: ServerPromptDialogProps) {
  return (
    <LateTexts>
      <Fill {...props} />
    </LateTexts>
  );
}

/** Asks for the arguments of a server's prompt, and inserts the text that the server makes of them. */
function Fill({ of: { server, offered }, onInsert, onClose }: ServerPromptDialogProps) {
  const t = useT();
  const formId = useId();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const given = (name: string): string => values[name] ?? '';
  const isMissing = offered.arguments.some(({ name, required }) => required && !given(name));
  const insert = async () => {
    const sent = offered.arguments
      .map(({ name }) => ({ name, value: given(name) }))
      .filter(({ value }) => value !== '');
    const asked = { id: server.id, name: offered.name, arguments: sent };
    const answer = await attempt(() => client.call('toolServers.prompt', asked));
    if (answer === null) return;
    onInsert(answer.value.text);
    onClose();
  };
  return (
    <Dialog
      open
      busy={busy}
      onClose={onClose}
      title={oneLine(drawn(offered.title).text, 120)}
      description={t('toolServers.prompt.text', { server: server.name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} busy={busy} disabled={isMissing}>
            {t('toolServers.prompt.insert')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          // React events bubble to the form that opened the dialog
          event.stopPropagation();
          if (!busy && !isMissing) void insert();
        }}
      >
        {problem && <ErrorBar error={problem} />}
        {offered.description !== '' && <ExactText text={offered.description} />}
        {offered.arguments.map(({ name, description, required }, index) => (
          <TextArea
            key={name}
            autoFocus={index === 0}
            label={oneLine(drawn(name).text, 120)}
            hint={oneLine(drawn(description).text, 400)}
            optional={!required}
            rows={1}
            maxLength={20_000}
            value={given(name)}
            onValueChange={(value) => setValues((before) => ({ ...before, [name]: value }))}
          />
        ))}
      </form>
    </Dialog>
  );
}
