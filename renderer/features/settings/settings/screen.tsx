import { useEffect, useRef } from 'react';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { BackToStart } from '../../../kit/bars/BackToStart.tsx';
import { useFollowed, useRoute, useStores } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { ErrorBar, ScreenTitle } from '../../../ui/index.ts';
import { NewerVersion } from './NewerVersion.tsx';
import { SectionList } from './SectionList.tsx';
import { type Section, sectionOf, sections } from './sections.tsx';

/** The settings: a list of sections at the left, and the one that the address names. */
export default function SettingsScreen() {
  return (
    <LateTexts>
      <Settings />
    </LateTexts>
  );
}

function Settings() {
  const t = useT();
  const { info } = useStores();
  const place = useRoute();
  const { problem } = useFollowed(() => info);
  const updates = useResource('updates', undefined).value;
  const current = sectionOf(place.screen === 'settings' ? place.part : undefined);
  const offersUpdates = updates !== null && (updates.feed !== null || updates.locked);
  const listed = sections.filter(
    ({ id }) => id !== 'updates' || offersUpdates || current.id === 'updates',
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <BackToStart />
      <ScreenTitle title={t('frame.screens.settings')} />
      {problem && (
        <ErrorBar error={problem} className="mx-6 mb-3" onRetry={() => void info.retake()} />
      )}
      <div className="flex min-h-0 flex-1 flex-col overflow-y-auto md:flex-row md:overflow-visible">
        <SectionList sections={listed} current={current.id} />
        <Pane key={current.id} section={current} />
      </div>
    </div>
  );
}

function Pane({ section }: { readonly section: Section }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  // The link or button that led here may be gone.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  const { Content } = section;
  return (
    <section
      aria-labelledby="settings-section"
      className="min-w-0 flex-1 px-6 pb-6 md:overflow-y-auto md:px-4 xl:pr-6 xl:pl-8"
    >
      <div className="flex max-w-156 flex-col gap-4 min-[100rem]:max-w-208">
        <div>
          <h2
            ref={heading}
            id="settings-section"
            tabIndex={-1}
            className="text-heading font-semibold outline-0"
          >
            {t(section.title)}
          </h2>
          {section.text && <p className="phrases text-text-soft">{t(section.text)}</p>}
        </div>
        {section.id !== 'updates' && <NewerVersion />}
        <Content />
      </div>
    </section>
  );
}
