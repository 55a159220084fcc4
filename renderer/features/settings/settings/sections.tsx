import type { ComponentType } from 'react';
import type { TextKey } from '../../../i18n/index.ts';
import { MachineSettings, NotificationSettings } from '../../machines/notifications/index.ts';
import { SupportSettings } from '../support/index.ts';
import { About } from './About.tsx';
import { Appearance } from './Appearance.tsx';
import { BackupSettings } from './backup/BackupSettings.tsx';
import { ChatSettings } from './ChatSettings.tsx';
import { DataFolder } from './DataFolder.tsx';
import { JobSettings } from './JobSettings.tsx';
import { UpdateSettings } from './Updates.tsx';
import { VaultSettings } from './VaultSettings.tsx';

export interface Section {
  /** As its address has it: `#/settings/backup`. */
  readonly id: string;
  /** The heading above it in the list; none for what comes first. */
  readonly group: 'data' | 'app' | null;
  readonly title: TextKey;
  readonly text?: TextKey;
  /** The names of its settings, for the search. */
  readonly names: readonly TextKey[];
  readonly Content: ComponentType;
}

/** Every section, in the order of the list. */
export const sections: readonly Section[] = [
  {
    id: 'appearance',
    group: null,
    title: 'settings.appearance',
    names: ['common.theme.label', 'common.language.label'],
    Content: Appearance,
  },
  {
    id: 'chat',
    group: null,
    title: 'frame.screens.chat',
    names: [
      'settings.sendWith.label',
      'conversations.titles.label',
      'settings.lineBreaks.label',
      'settings.imageMetadata.label',
      'settings.spelling.label',
    ],
    Content: ChatSettings,
  },
  {
    id: 'machines',
    group: null,
    title: 'frame.screens.machines',
    names: [
      'notices.every',
      'notices.troubled',
      'notices.metered',
      'notices.kept.changes',
      'notices.kept.fields',
    ],
    Content: MachineSettings,
  },
  {
    id: 'jobs',
    group: null,
    title: 'frame.screens.jobs',
    names: ['jobs.output.keep'],
    Content: JobSettings,
  },
  {
    id: 'notifications',
    group: null,
    title: 'notices.title',
    names: [
      'notices.on',
      'notices.when',
      'notices.quiet',
      'notices.sound',
      'notices.keepChecking',
      'notices.startAtLogin',
      'notices.given',
    ],
    Content: NotificationSettings,
  },
  {
    id: 'secrets',
    group: 'data',
    title: 'settings.vault.title',
    names: ['settings.vault.setUp', 'settings.vault.change', 'settings.vault.lockAfter'],
    Content: VaultSettings,
  },
  {
    id: 'data',
    group: 'data',
    title: 'settings.data.title',
    text: 'settings.data.text',
    names: ['settings.data.move'],
    Content: DataFolder,
  },
  {
    id: 'backup',
    group: 'data',
    title: 'settings.backup.title',
    text: 'settings.backup.text',
    names: [
      'settings.backup.save',
      'settings.backup.daily.title',
      'settings.backup.restoring.title',
    ],
    Content: BackupSettings,
  },
  {
    id: 'updates',
    group: 'app',
    title: 'settings.updates.title',
    names: ['settings.updates.feed', 'settings.updates.daily.label'],
    Content: UpdateSettings,
  },
  {
    id: 'support',
    group: 'app',
    title: 'support.title',
    names: ['support.dialogTitle', 'support.crashes.title'],
    Content: SupportSettings,
  },
  {
    id: 'about',
    group: 'app',
    title: 'settings.about.title',
    names: [
      'settings.about.version',
      'settings.licences.open',
      'settings.updates.title',
      'policy.title',
      'settings.environment.title',
    ],
    Content: About,
  },
];

/** The section that an address names; the first for one that names none. `restore` opens a dialog of `backup`. */
export function sectionOf(part: string | undefined): Section {
  const id = part === 'restore' ? 'backup' : part;
  return sections.find((section) => section.id === id) ?? (sections[0] as Section);
}
