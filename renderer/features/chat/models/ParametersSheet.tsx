import { useId, useState } from 'react';
import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../i18n/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, Checkbox, ErrorBar, SideSheet, TextArea, TextField } from '../../../ui/index.ts';
import { FormatField } from '../structured/index.ts';
import { Presets } from './Presets.tsx';
import { fromText, type ParametersText, toText } from './parametersForm.ts';

interface ParametersSheetProps {
  readonly parameters: Parameters;
  readonly model: string | null;
  /** The service is the documented one, whose default without max_tokens is known. */
  readonly isDocumented: boolean;
  readonly onSave: (parameters: Parameters) => Promise<unknown>;
  readonly onChooseModel: (model: string) => void;
  readonly onClose: () => void;
}

const numbers = ['maxTokens', 'temperature', 'topP', 'seed', 'toolRounds', 'choices'] as const;
const hints = {
  maxTokens: 'chat.parameters.maxTokensHint',
  toolRounds: 'chat.parameters.toolRoundsHint',
  choices: 'chat.parameters.choicesHint',
} as const;

/** The parameters sent with every request of a conversation. */
export default function ParametersSheet(props: ParametersSheetProps) {
  const { parameters, model, isDocumented, onSave, onChooseModel, onClose } = props;
  const t = useT();
  const formId = useId();
  const { busy, problem, attempt } = useProblem();
  const [text, setText] = useState<ParametersText>(() => toText(parameters));
  const [rest, setRest] = useState(parameters);
  const [strict, setStrict] = useState(parameters.format?.strict ?? true);
  const result = fromText(text, rest, strict);
  const wrong = 'wrong' in result ? result.wrong : null;
  const set = (field: keyof ParametersText) => (value: string) =>
    setText((before) => ({ ...before, [field]: value }));
  const save = async () => {
    if (!('value' in result)) return;
    if (await attempt(() => onSave(result.value))) onClose();
  };
  return (
    <SideSheet
      open
      onClose={onClose}
      title={t('chat.parameters.title')}
      subtitle={t('chat.parameters.subtitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabled={wrong !== null}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {problem && <ErrorBar error={problem} />}
        <form
          id={formId}
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (!busy) void save();
          }}
        >
          <TextArea
            label={t('chat.parameters.system')}
            value={text.system}
            onValueChange={set('system')}
            rows={4}
          />
          <div className="grid grid-cols-2 items-start gap-3">
            {numbers.map((field) => (
              <TextField
                key={field}
                label={t(`chat.parameters.${field}`)}
                hint={
                  field in hints && (isDocumented || field !== 'maxTokens')
                    ? t(hints[field as keyof typeof hints])
                    : undefined
                }
                inputMode="decimal"
                value={text[field]}
                onValueChange={set(field)}
                {...(wrong?.has(field) ? { problem: t('chat.parameters.notANumber') } : {})}
              />
            ))}
          </div>
          <Checkbox
            label={t('chat.parameters.stream')}
            hint={t('chat.parameters.streamHint')}
            checked={rest.stream}
            onCheckedChange={(stream) => setRest((before) => ({ ...before, stream }))}
          />
          <TextArea
            label={t('chat.parameters.stop')}
            hint={t('chat.parameters.stopHint')}
            mono
            rows={2}
            value={text.stop}
            onValueChange={set('stop')}
          />
          <FormatField
            name={text.formatName}
            schema={text.formatSchema}
            strict={strict}
            onName={set('formatName')}
            onSchema={set('formatSchema')}
            onStrict={setStrict}
            isNameWrong={wrong?.has('formatName') === true}
          />
          <TextArea
            label={t('chat.parameters.extra')}
            hint={t('chat.parameters.extraHint')}
            mono
            rows={3}
            value={text.extra}
            onValueChange={set('extra')}
            {...(wrong?.has('extra') ? { problem: t('chat.parameters.notJson') } : {})}
          />
        </form>
        <Presets
          parameters={'value' in result ? result.value : null}
          model={model}
          onChoose={(preset) => {
            setText(toText(preset.parameters));
            setRest(preset.parameters);
            setStrict(preset.parameters.format?.strict ?? true);
            if (preset.model !== null) onChooseModel(preset.model);
          }}
        />
      </div>
    </SideSheet>
  );
}
