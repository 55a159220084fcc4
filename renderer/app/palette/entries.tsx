import { BadgeCheck, MessageSquare, Server, SquareTerminal } from 'lucide-react';
import { byTitle } from '../../features/chat/conversations/index.ts';
import { commonName } from '../../features/systems/certificates/index.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { byTrouble, useFollowed, useStores, useSystem } from '../../kit/index.ts';
import { screenOf, screens, screensAt } from '../../kit/screens.ts';
import { longestTitle, oneLine, StateMark } from '../../ui/index.ts';
import { useCommandEntries } from './commands.tsx';
import { type Entry, markSize } from './entry.ts';
import { usePromptEntries } from './prompts.tsx';
import { useSections, useSettingEntries } from './settings.tsx';
import { useFoundMessages } from './useFoundMessages.tsx';
import { type Late, useLate } from './useLate.ts';
import { useConsoleEntries, useJobEntries } from './work.tsx';

interface Group {
  readonly heading: string;
  readonly entries: readonly Entry[];
}

/** The palette's entries in groups; empty groups are left out. */
export function usePaletteEntries(wanted: string): readonly Group[] {
  const t = useT();
  const late = useLate();
  const { chat, others } = useCommandEntries(late);
  const groups: Group[] = [
    { heading: t('frame.palette.screens'), entries: useScreens(late) },
    { heading: t('frame.palette.actions'), entries: [...others, ...useSettingEntries()] },
    { heading: t('conversations.palette.chat'), entries: chat },
    { heading: t(screens.machines.text), entries: useMachines(wanted) },
    { heading: t(screens.jobs.text), entries: useJobEntries(wanted) },
    { heading: t('frame.palette.conversations'), entries: useConversations(wanted) },
    { heading: t('prompts.title'), entries: usePromptEntries() },
    { heading: t(screens.console.text), entries: useConsoleEntries(wanted) },
    { heading: t(screens.clients.text), entries: useClients() },
    { heading: t(screens.certificates.text), entries: useCertificates() },
    { heading: t('frame.palette.systems'), entries: useSystems() },
    { heading: t(screens.settings.text), entries: useSections(late) },
    { heading: t('conversations.palette.messages'), entries: useFoundMessages(wanted) },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}

function useScreens(late: Late | null): Entry[] {
  const t = useT();
  const { route } = useStores();
  const system = useSystem();
  const policy = useFollowed((stores) => stores.policy).value;
  return [...screensAt('top', system, policy), ...screensAt('bottom', system, policy)].map(
    (screen) => {
      const { text, icon: Icon, keys } = screenOf(screen);
      return {
        id: `screen:${screen}`,
        label: t(text),
        words: late?.english?.(text),
        ...(keys === undefined ? {} : { keys }),
        mark: <Icon size={markSize} />,
        run: () => route.go({ screen }),
      };
    },
  );
}

/** Maximum entries drawn at once of lists that may have thousands; typing finds the others. */
const mostDrawn = 50;

function useMachines(wanted: string): Entry[] {
  const t = useT();
  const language = useLanguage();
  const { route } = useStores();
  const machines = useFollowed((stores) => stores.machines).value?.machines ?? [];
  // machines with the same name share one entry
  const byName = new Map(byTrouble(machines, language).map((machine) => [machine.name, machine]));
  const words = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const labelled = [...byName.values()].map((machine) => ({
    ...machine,
    note: t(`common.state.${machine.state}`),
  }));
  return labelled
    .filter(({ name, note }) => {
      const text = `${name} ${note}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    })
    .slice(0, mostDrawn)
    .map(({ name, state, note }) => ({
      id: `machine:${name}`,
      label: name,
      note,
      mark: <StateMark state={state} silent />,
      run: () => route.go({ screen: 'machines', machine: name }),
    }));
}

function useConversations(wanted: string): Entry[] {
  const t = useT();
  const { route } = useStores();
  const list = useFollowed((stores) => stores.conversations).value;
  // draws the newest; typing searches all of them
  return (wanted === '' ? (list ?? []) : byTitle(list ?? [], wanted))
    .slice(0, mostDrawn)
    .map(({ id, title, model }) => ({
      id: `conversation:${id}`,
      label: title === '' ? t('frame.palette.untitled') : oneLine(title, longestTitle),
      ...(model === null ? {} : { note: oneLine(model, longestTitle) }),
      mark: <MessageSquare size={markSize} />,
      run: () => route.go({ screen: 'chat', conversationId: id }),
    }));
}

function useClients(): Entry[] {
  const { route } = useStores();
  const state = useFollowed((stores) => stores.clients).value;
  return (state?.clients ?? []).map(({ id, clientId, redirectUrls: [first] }) => ({
    id: `client:${id}`,
    label: clientId,
    ...(first === undefined ? {} : { note: first }),
    mark: <SquareTerminal size={markSize} />,
    run: () => route.go({ screen: 'clients', clientId: id }),
  }));
}

function useCertificates(): Entry[] {
  const { route } = useStores();
  const state = useFollowed((stores) => stores.certificates).value;
  return (state?.certificates ?? []).map(({ id, name, leaf }) => ({
    id: `certificate:${id}`,
    label: name,
    note: commonName(leaf.subject),
    mark: <BadgeCheck size={markSize} />,
    run: () => route.go({ screen: 'certificates', certificateId: id }),
  }));
}

function useSystems(): Entry[] {
  const { client, systems } = useStores();
  const state = useFollowed((stores) => stores.systems).value;
  return (state?.systems ?? [])
    .filter(({ id }) => id !== state?.selectedId)
    .map(({ id, name, webApiUrl, genaiUrl }) => ({
      id: `system:${id}`,
      label: name,
      note: webApiUrl || (genaiUrl ?? ''),
      mark: <Server size={markSize} />,
      run: () => void systems.carryOut(() => client.call('systems.select', { id })),
    }));
}
