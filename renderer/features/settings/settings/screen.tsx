import { useRef } from 'react';
import type { Settings as Chosen } from '../../../../preload/contract/settings/settings.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { BackToStart } from '../../../kit/bars/BackToStart.tsx';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { useLineBreaks } from '../../../kit/useLineBreaks.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { ErrorBar, Facts, ScreenTitle, Segmented } from '../../../ui/index.ts';
import { NoticeSettings } from '../../machines/notifications/index.ts';
import { SupportSettings } from '../support/index.ts';
import { BackupSettings } from './BackupSettings.tsx';
import { DataFolder } from './DataFolder.tsx';
import { EnvironmentFindings } from './EnvironmentFindings.tsx';
import { Licences } from './Licences.tsx';
import { NewerVersion } from './NewerVersion.tsx';
import { Section } from './Section.tsx';
import { SitePolicy } from './SitePolicy.tsx';
import { Updates } from './Updates.tsx';
import { VaultSettings } from './VaultSettings.tsx';

/** Appearance, location of the data, storage of secrets, and facts about the app. */
export default function SettingsScreen() {
  return (
    <LateTexts>
      <Settings />
    </LateTexts>
  );
}

function Settings() {
  const t = useT();
  const { client, settings, info } = useStores();
  const current = useFollowed(() => settings).value;
  const { value: about, problem } = useFollowed(() => info);
  const updates = useRef<HTMLElement>(null);
  const showUpdates = () => {
    updates.current?.scrollIntoView();
    updates.current?.focus();
  };
  const change = (part: Partial<Chosen>) =>
    void settings.carryOut(() => client.call('settings.update', part));

  return (
    <div className="flex h-full flex-col">
      <BackToStart />
      <ScreenTitle title={t('frame.screens.settings')} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">
        <div className="max-w-190">
          {problem && <ErrorBar error={problem} onRetry={() => void info.retake()} />}
          <NewerVersion onShow={showUpdates} />
          {current && (
            <Section title={t('settings.appearance')}>
              <Segmented
                label={t('common.theme.label')}
                value={current.theme}
                options={[
                  { value: 'light', label: t('common.theme.light') },
                  { value: 'dark', label: t('common.theme.dark') },
                  { value: 'system', label: t('common.theme.system') },
                ]}
                onValueChange={(theme) => change({ theme })}
              />
              <Segmented
                label={t('common.language.label')}
                value={current.language}
                options={[
                  { value: 'en', label: t('common.language.en') },
                  { value: 'ja', label: t('common.language.ja') },
                  { value: 'system', label: t('common.language.system') },
                ]}
                onValueChange={(language) => change({ language })}
              />
            </Section>
          )}
          {current && (
            <ChatSettings current={current} spells={about?.spelling === true} change={change} />
          )}
          <NoticeSettings />
          <Section title={t('settings.vault.title')}>
            <VaultSettings />
          </Section>
          <Section title={t('settings.data.title')}>
            <DataFolder />
          </Section>
          <Section title={t('settings.backup.title')}>
            <BackupSettings />
          </Section>
          <Section title={t('settings.updates.title')} ref={updates}>
            <Updates />
          </Section>
          <SitePolicy />
          <SupportSettings />
          {about && about.environment.length > 0 && (
            <Section title={t('settings.environment.title')}>
              <p className="text-text-soft">{t('settings.environment.text')}</p>
              <EnvironmentFindings found={about.environment} />
            </Section>
          )}
          {about && (
            <Section title={t('settings.about.title')}>
              <Facts
                items={[
                  { label: t('settings.about.version'), value: about.version },
                  { label: t('settings.about.host'), value: t(`settings.about.${about.host}`) },
                  { label: t('settings.about.platform'), value: about.platform },
                  ...Object.entries(about.runtime).map(([label, value]) => ({ label, value })),
                ]}
              />
              <Licences about={about} />
            </Section>
          )}
        </div>
      </div>
    </div>
  );
}

interface ChatSettingsProps {
  readonly current: Chosen;
  /** The host checks spelling. */
  readonly spells: boolean;
  readonly change: (part: Partial<Chosen>) => void;
}

function ChatSettings({ current, spells, change }: ChatSettingsProps) {
  const t = useT();
  const lineBreaks = useLineBreaks();
  return (
    <Section title={t('frame.screens.chat')}>
      <Segmented
        label={t('settings.sendWith.label')}
        value={current.sendWith ?? 'enter'}
        options={[
          { value: 'enter', label: t('settings.sendWith.enter') },
          { value: 'mod-enter', label: t('settings.sendWith.modEnter') },
        ]}
        onValueChange={(sendWith) => change({ sendWith })}
      />
      <div>
        <Segmented
          label={t('conversations.titles.label')}
          value={current.titles ?? 'first-words'}
          options={[
            { value: 'first-words', label: t('conversations.titles.firstWords') },
            { value: 'model', label: t('conversations.titles.model') },
          ]}
          onValueChange={(titles) => change({ titles })}
        />
        <p className="phrases mt-1 text-small text-text-soft">{t('conversations.titles.hint')}</p>
      </div>
      <Switch
        label={t('settings.lineBreaks.label')}
        hint={t('settings.lineBreaks.hint')}
        checked={lineBreaks}
        onCheckedChange={(on) => change({ lineBreaks: on })}
      />
      <Switch
        label={t('settings.imageMetadata.label')}
        hint={t('settings.imageMetadata.hint')}
        checked={current.keepImageMetadata !== true}
        onCheckedChange={(on) => change({ keepImageMetadata: !on })}
      />
      {spells && (
        <Switch
          label={t('settings.spelling.label')}
          hint={t('settings.spelling.hint')}
          checked={current.checkSpelling !== false}
          onCheckedChange={(checkSpelling) => change({ checkSpelling })}
        />
      )}
    </Section>
  );
}
