import { ListChecks, SquareTerminal, Star } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ConsoleState } from '../../../preload/contract/work/console.ts';
import type { Operation } from '../../../preload/contract/work/console-descriptions.ts';
import type { SavedRequest } from '../../../preload/contract/work/console-requests.ts';
import { useT } from '../../i18n/index.ts';
import { useFollowed, useStores, useSystem } from '../../kit/index.ts';
import { isAbsent } from '../../kit/screens.ts';
import { useResource } from '../../kit/useResource.ts';
import { longestTitle, oneLine } from '../../ui/index.ts';
import { type Entry, markSize } from './entry.ts';

/** Maximum of each kind that is drawn; typing finds the others. */
const mostDrawn = 20;

/** Jobs of the selected system by id and name, once something is typed. */
export function useJobEntries(wanted: string): Entry[] {
  const t = useT();
  const { route } = useStores();
  const system = useSystem();
  const finds = hasWords(wanted) && system?.computeApi != null;
  const { value } = useResource('jobs', finds ? { systemId: system.id } : null);
  const matches = matcher(wanted);
  return (finds ? (value?.jobs ?? []) : [])
    .filter(({ id, name, machine }) => matches(`${id} ${name ?? ''} ${machine}`))
    .slice(0, mostDrawn)
    .map(({ key, id, name, machine }) => ({
      id: `job:${key}`,
      label: name === null ? id : `${oneLine(name, longestTitle)} (${id})`,
      note: machine === '' ? t('frame.screens.jobs') : machine,
      mark: <ListChecks size={markSize} />,
      run: () => route.go({ screen: 'jobs', job: key }),
    }));
}

/** Saved requests and operations of the imported descriptions, once something is typed. */
export function useConsoleEntries(wanted: string): Entry[] {
  const { route } = useStores();
  const system = useSystem();
  const policy = useFollowed((stores) => stores.policy).value;
  const finds = hasWords(wanted) && system !== null && !isAbsent('console', system, policy);
  const { value: state } = useResource('apiConsole', finds ? { systemId: system.id } : null);
  const descriptions = finds ? (state?.descriptions ?? []) : [];
  const lists = useOperations(system?.id ?? '', descriptions.map(({ id }) => id).join(' '));
  const matches = matcher(wanted);
  const saved = descriptions.flatMap((description) =>
    (state?.saved ?? [])
      .filter(
        ({ request }) => request.descriptionId === description.id && request.operation !== null,
      )
      .filter(({ name, request }) => matches(`${name} ${request.method} ${request.path}`))
      .map((one) => savedEntryOf(description, one, route.go)),
  );
  const operations = descriptions
    .flatMap((description) =>
      (lists.get(description.id) ?? []).map((operation) => ({ description, operation })),
    )
    .filter(({ operation }) => matches(wordsOf(operation)))
    .slice(0, mostDrawn)
    .map(({ description, operation }) => entryOf(description, operation, route.go));
  return [...saved.slice(0, mostDrawn), ...operations];
}

/** Follows the operations of descriptions. @param ids of the descriptions, with blanks between */
function useOperations(systemId: string, ids: string): ReadonlyMap<string, readonly Operation[]> {
  const { resources } = useStores();
  const [lists, setLists] = useState<ReadonlyMap<string, readonly Operation[]>>(new Map());
  useEffect(() => {
    const opened = ids
      .split(' ')
      .filter(Boolean)
      .map((descriptionId) => ({
        descriptionId,
        ...resources.open('consoleOperations', { systemId, descriptionId }),
      }));
    const take = () =>
      setLists(
        new Map(
          opened.map(({ descriptionId, store }) => [descriptionId, store.getState().value ?? []]),
        ),
      );
    const ends = opened.map(({ store }) => store.subscribe(take));
    take();
    return () => {
      for (const end of ends) end();
      for (const { close } of opened) close();
    };
  }, [resources, systemId, ids]);
  return lists;
}

type Description = ConsoleState['descriptions'][number];

function savedEntryOf(
  { title }: Description,
  { id, name, request: { method, path } }: SavedRequest,
  go: ReturnType<typeof useStores>['route']['go'],
): Entry {
  return {
    id: `saved:${id}`,
    label: `${oneLine(name, longestTitle)} (${oneLine(`${method} ${path}`, longestTitle)})`,
    note: oneLine(title, longestTitle),
    mark: <Star size={markSize} />,
    run: () => go({ screen: 'console', operation: `saved ${id}` }),
  };
}

function entryOf(
  { id, title }: Description,
  { key, summary }: Operation,
  go: ReturnType<typeof useStores>['route']['go'],
): Entry {
  return {
    id: `operation:${id} ${key}`,
    label: summary === '' ? key : `${oneLine(summary, longestTitle)} (${key})`,
    note: oneLine(title, longestTitle),
    mark: <SquareTerminal size={markSize} />,
    run: () => go({ screen: 'console', operation: `${id} ${key}` }),
  };
}

const wordsOf = ({ summary, key, operationId }: Operation): string =>
  `${summary} ${key} ${operationId ?? ''}`;

const hasWords = (wanted: string): boolean => wanted.trim() !== '';

function matcher(wanted: string): (text: string) => boolean {
  const words = folded(wanted).split(/\s+/u).filter(Boolean);
  return (text) => {
    const all = folded(text);
    return words.every((word) => all.includes(word));
  };
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase();
