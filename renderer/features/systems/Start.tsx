import { ArrowLeft, FlaskConical, type LucideIcon, PlugZap } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useStore } from 'zustand';
import { useT } from '../../i18n/index.ts';
import { ConnectionBar } from '../../kit/ConnectionBar.tsx';
import { useClient, useRoute, useStores } from '../../kit/index.ts';
import { firstScreen } from '../../kit/screens.ts';
import { useAction } from '../../kit/useAction.ts';
import { Button, ErrorBar, Progress } from '../../ui/index.ts';

const SystemForm = lazy(() => import('./SystemForm.tsx'));

interface ChoiceProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text: string;
  readonly disabled: boolean;
  readonly onChoose: () => void;
}

function Choice({ icon: Icon, title, text, disabled, onChoose }: ChoiceProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onChoose}
      className="flex flex-col items-start gap-2 rounded-card border border-line-strong bg-surface p-6 text-left hover:border-accent hover:bg-accent-soft disabled:pointer-events-none disabled:opacity-45"
    >
      <Icon size={24} strokeWidth={1.6} aria-hidden className="text-accent-text" />
      <span className="mt-2 text-heading font-semibold text-text">{title}</span>
      <span className="text-body text-text-soft">{text}</span>
    </button>
  );
}

function Choices() {
  const t = useT();
  const client = useClient();
  const { route, openedFiles } = useStores();
  const opened = useStore(openedFiles, ({ file }) => file?.fileName ?? null);
  const { busy, problem, attempt } = useAction();
  const openDemo = async () => {
    const opened = await attempt(() => client.call('systems.openDemo'));
    if (opened) route.replace({ screen: 'machines' });
  };
  return (
    <div className="flex w-full max-w-170 flex-col gap-6">
      <h1 className="text-center text-title font-semibold">{t('common.appName')}</h1>
      {problem && <ErrorBar error={problem} onRetry={() => void openDemo()} />}
      {opened !== null && (
        <p role="status" className="text-center text-body text-text-soft">
          {t('start.fileWaits', { name: opened })}
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Choice
          icon={FlaskConical}
          title={t('start.demo.title')}
          text={t('start.demo.text')}
          disabled={busy}
          onChoose={() => void openDemo()}
        />
        <Choice
          icon={PlugZap}
          title={t('start.connect.title')}
          text={t('start.connect.text')}
          disabled={busy}
          onChoose={() => route.go({ screen: 'systems' })}
        />
      </div>
      {/* its place is kept, so that nothing moves when it appears */}
      <div className="h-9">{busy && <Progress label={t('start.demo.starting')} />}</div>
    </div>
  );
}

/** The first screen: open the demo system or connect to one, and nothing else. */
export function Start() {
  const t = useT();
  const { route } = useStores();
  const connecting = useRoute().screen === 'systems';
  useEffect(() => {
    document.title = t('common.appName');
  }, [t]);
  return (
    <main className="flex h-dvh flex-col overflow-y-auto" aria-label={t('common.appName')}>
      <ConnectionBar />
      {connecting ? (
        <div className="mx-auto w-full max-w-150 px-6 py-6">
          <Button
            variant="quiet"
            icon={ArrowLeft}
            className="mb-2 -ml-3"
            onClick={() => route.replace({ screen: 'machines' })}
          >
            {t('start.back')}
          </Button>
          <h1 className="mb-4 text-title font-semibold">{t('start.connect.title')}</h1>
          <Suspense fallback={null}>
            <SystemForm
              system={null}
              onSaved={(saved) => route.replace({ screen: firstScreen(saved) })}
            />
          </Suspense>
        </div>
      ) : (
        <div className="flex flex-1 items-center justify-center p-6">
          <Choices />
        </div>
      )}
    </main>
  );
}
