import { useT } from '../i18n/index.ts';
import type { ChatCommand } from '../kit/index.ts';
import { Dialog, KeyHint } from '../ui/index.ts';
import { chatKeys } from './chatShortcuts.ts';
import { shortcuts } from './shortcuts.ts';

interface Line {
  readonly keys: string;
  readonly words: string;
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly Line[] }) {
  return (
    <section>
      <h3 className="pt-2 pb-1 text-small font-medium text-text-soft">{title}</h3>
      <dl className="flex flex-col">
        {lines.map(({ keys, words }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1">
            <dt className="min-w-0">{words}</dt>
            <dd className="shrink-0">
              <KeyHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      size="large"
      onOpenChange={(open) => !open && onClose()}
      title={t('frame.shortcuts.title')}
    >
      <div className="grid items-start gap-x-10 sm:grid-cols-2">
        <Lines
          title={t('conversations.shortcuts.everywhere')}
          lines={shortcuts.map(({ keys, label }) => ({ keys, words: t(label) }))}
        />
        <Lines
          title={t('frame.screens.chat')}
          lines={Object.entries(chatKeys).map(([command, keys]) => ({
            keys,
            words: t(`conversations.commands.${command as ChatCommand}`),
          }))}
        />
      </div>
    </Dialog>
  );
}
