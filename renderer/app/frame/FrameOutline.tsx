import { useT } from '../../i18n/index.ts';
import { ConnectionBar } from '../../kit/bars/ConnectionBar.tsx';
import { belowLine, screensAt } from '../../kit/screens.ts';
import { useNarrow } from '../../kit/useNarrow.ts';
import { Entry, sidebarLook } from './Sidebar.tsx';

/** The frame before its systems are known: the names of the screens in their places. */
export function FrameOutline({ folded }: { readonly folded: boolean }) {
  const t = useT();
  const collapsed = useNarrow() || folded;
  const shown = screensAt('top', null, null);
  const below = belowLine(shown);
  return (
    <div className="flex h-dvh overflow-hidden">
      <aside className={sidebarLook(collapsed)} aria-label={t('frame.sidebar')}>
        <div className="h-17 shrink-0" />
        <ul className="flex flex-1 flex-col gap-0.5">
          {shown.map((screen) => (
            <Entry key={screen} {...{ screen, collapsed, line: screen === below }} />
          ))}
        </ul>
      </aside>
      <main className="min-w-0 flex-1" aria-label={t('common.appName')}>
        <ConnectionBar />
      </main>
    </div>
  );
}
