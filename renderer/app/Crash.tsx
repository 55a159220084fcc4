import { Component, type ReactNode } from 'react';
import { useT } from '../i18n/index.ts';
import { Button } from '../ui/buttons/Button.tsx';

interface CrashProps {
  readonly children: ReactNode;
}

/**
 * Keeps an error in a screen from leaving an empty window. Restarting the page loses nothing: all work runs in main.
 */
export class Crash extends Component<CrashProps, { readonly error: Error | null }> {
  override state = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error ? <Crashed error={error} /> : this.props.children;
  }
}

function Crashed({ error }: { readonly error: Error }) {
  const t = useT();
  return (
    <section role="alert" className="mx-auto flex max-w-120 flex-col items-start gap-3 p-8">
      <h1 className="text-title font-semibold">{t('frame.crash.title')}</h1>
      <p>{t('frame.crash.text')}</p>
      <pre className="max-w-full overflow-x-auto rounded-control bg-sunken p-3 font-mono text-mono">
        {error.message}
      </pre>
      <Button variant="primary" onClick={() => window.location.reload()}>
        {t('frame.crash.reload')}
      </Button>
    </section>
  );
}
