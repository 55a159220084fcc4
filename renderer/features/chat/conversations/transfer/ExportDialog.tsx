import { useState } from 'react';
import type { ConversationSummary } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useFollowed, useStores } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { RadioGroup } from '../../../../ui/fields/RadioGroup.tsx';
import { Button, Dialog, ErrorBar, useToasts } from '../../../../ui/index.ts';
import { usePage } from './usePage.ts';

interface ExportDialogProps {
  /** The requested conversations; all can be chosen instead. Empty means all. */
  readonly first: readonly ConversationSummary[];
  readonly onClose: () => void;
}

/** Exports conversations to a file: which ones, and in which format. */
export function ExportDialog({ first, onClose }: ExportDialogProps) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const toasts = useToasts();
  const all = useFollowed((stores) => stores.conversations).value ?? [];
  const { busy, problem, attempt } = useProblem();
  const [what, setWhat] = useState<'first' | 'all'>(first.length === 0 ? 'all' : 'first');
  const [form, setForm] = useState<'markdown' | 'markdown-zip' | 'html' | 'zip' | 'json'>(
    'markdown',
  );
  const pageOf = usePage();
  const keptOf = (list: readonly ConversationSummary[]) =>
    list.filter(({ temporary, streaming }) => !temporary && !streaming);
  const asked = what === 'all' ? all : first;
  const chosen = keptOf(asked);
  const left = asked.length - chosen.length;

  const save = async () => {
    const count = chosen.length;
    const ids = chosen.map(({ id }) => id);
    const saved = await attempt(() =>
      form === 'html'
        ? pageOf(chosen).then((html) => client.call('conversations.savePage', { html }))
        : client.call('conversations.exportFile', { ids, format: form }),
    );
    if (saved === null || saved.value.kind === 'cancelled') return;
    if (saved.value.kind === 'download') {
      download(saved.value);
      toasts.show({ text: t('conversations.transfer.downloaded', { count }) });
    } else {
      const { path } = saved.value;
      toasts.show({ text: t('conversations.transfer.saved', { count, path }) });
    }
    onClose();
  };
  return (
    <Dialog
      open
      size="small"
      busy={busy}
      onClose={onClose}
      title={t('conversations.transfer.exportTitle')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen.length === 0}
            onClick={() => void save()}
          >
            {t('conversations.transfer.save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        {problem && <ErrorBar error={problem} />}
        {first.length > 0 && (
          <RadioGroup
            label={t('conversations.transfer.what')}
            value={what}
            onValueChange={setWhat}
            options={[
              {
                value: 'first',
                label:
                  first.length === 1
                    ? t('conversations.transfer.this')
                    : t('conversations.transfer.selected', { number: format.number(first.length) }),
              },
              {
                value: 'all',
                label: t('conversations.transfer.all', {
                  number: format.number(keptOf(all).length),
                }),
              },
            ]}
          />
        )}
        <RadioGroup
          label={t('conversations.transfer.format')}
          value={form}
          onValueChange={setForm}
          options={[
            {
              value: 'markdown',
              label: t('conversations.transfer.markdown'),
              hint: t('conversations.transfer.markdownHint'),
            },
            {
              value: 'markdown-zip',
              label: t('conversations.transfer.markdownZip'),
              hint: t('conversations.transfer.markdownZipHint'),
            },
            {
              value: 'html',
              label: t('conversations.transfer.html'),
              hint: t('conversations.transfer.htmlHint'),
            },
            {
              value: 'zip',
              label: t('conversations.transfer.zip'),
              hint: t('conversations.transfer.zipHint'),
            },
            {
              value: 'json',
              label: t('conversations.transfer.json'),
              hint: t('conversations.transfer.jsonHint'),
            },
          ]}
        />
        <p className="text-small text-text-soft">
          {chosen.length === 0 && t('conversations.transfer.nothing')}{' '}
          {left > 0 && t('conversations.transfer.temporaryLeft', { count: left })}
        </p>
      </div>
    </Dialog>
  );
}
