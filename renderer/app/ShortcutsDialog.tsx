import { useT } from '../i18n/index.ts';
import { commandIds, commandOf } from '../kit/commands/declared.ts';
import { useFollowed, useStores, useSystem } from '../kit/index.ts';
import { isAbsent, type Screen, screenIds, screenOf, screens } from '../kit/screens.ts';
import { Button, Dialog, KeyHint } from '../ui/index.ts';

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

/** Commands with keys, in declaration order. */
function useLines(on: Screen | 'window'): Line[] {
  const t = useT();
  const name = useSystem()?.name ?? t('frame.system.none');
  return commandIds.flatMap((id) => {
    const { keys, text, on: place } = commandOf(id);
    return keys === undefined || place !== on ? [] : [{ keys, words: t(text, { name }) }];
  });
}

function useScreenLines(): Line[] {
  const t = useT();
  const system = useSystem();
  const policy = useFollowed((stores) => stores.policy).value;
  return screenIds.flatMap((id) => {
    const { keys, text } = screenOf(id);
    return keys === undefined || isAbsent(id, system, policy) ? [] : [{ keys, words: t(text) }];
  });
}

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const everywhere = useLines('window');
  const toScreens = useScreenLines();
  const inChat = useLines('chat');
  const inJobs = useLines('jobs');
  const inConsole = useLines('console');
  const system = useSystem();
  const policy = useFollowed((stores) => stores.policy).value;
  const has = (id: Screen) => !isAbsent(id, system, policy);
  const { route } = useStores();
  const openGuide = () => {
    onClose();
    route.go({ screen: 'guide' });
  };
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('frame.shortcuts.title')}
      footer={<Button onClick={openGuide}>{t(screens.guide.text)}</Button>}
    >
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="grid items-start gap-x-10 rounded-small sm:grid-cols-2"
      >
        <Lines
          title={t('conversations.shortcuts.everywhere')}
          lines={[
            ...everywhere,
            ...toScreens,
            { keys: 'escape', words: t('frame.shortcuts.close') },
          ]}
        />
        <div>
          <Lines title={t(screens.chat.text)} lines={inChat} />
          {has('jobs') && <Lines title={t(screens.jobs.text)} lines={inJobs} />}
          {has('console') && <Lines title={t(screens.console.text)} lines={inConsole} />}
        </div>
      </div>
    </Dialog>
  );
}
