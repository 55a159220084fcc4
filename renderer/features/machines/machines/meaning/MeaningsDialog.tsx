import type { Machine } from '../../../../../preload/contract/machines/machines.ts';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, Dialog, Mono } from '../../../../ui/index.ts';
import type { Choices } from '../useChoices.ts';
import { Meaning } from './Meaning.tsx';

interface MeaningsDialogProps {
  readonly machines: readonly Machine[];
  readonly choices: Choices;
  readonly onClose: () => void;
}

/** Maximum values: more are not status words. */
const most = 200;

/** The meanings of a system's raw values: every one ever seen, and those with a choice by the user. */
export default function MeaningsDialog({ machines, choices, onClose }: MeaningsDialogProps) {
  const t = useT();
  const language = useLanguage();
  const systemId = choices.value?.systemId;
  const key = systemId === undefined ? null : { systemId };
  const seen = useResource('machineHistory.statuses', key).value ?? [];
  const chosen = new Map(choices.value?.meanings.map(({ status, state }) => [status, state]));
  const now = new Set(machines.map(({ status }) => status).filter((status) => status !== ''));
  const order = new Intl.Collator(language, { numeric: true });
  const all = [...new Set([...chosen.keys(), ...now, ...seen])]
    .filter((one) => one !== '')
    .slice(0, most)
    .sort(order.compare);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('machines.meaning.title')}
      description={t('machines.meaning.text')}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {all.length === 0 && <p className="text-text-soft">{t('machines.meaning.nothing')}</p>}
      <ul className="flex flex-col gap-2">
        {all.map((status) => (
          <li key={status} className="flex items-center justify-between gap-3">
            <span className="min-w-0">
              <Mono className="wrap-anywhere">{status.slice(0, 200)}</Mono>
              {!now.has(status) && (
                <span className="block text-small text-text-soft">
                  {t('machines.meaning.earlier')}
                </span>
              )}
            </span>
            <Meaning
              status={status}
              state={chosen.get(status) ?? null}
              onState={(state) => choices.setMeaning(status, state)}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
