import { Command } from 'cmdk';
import { Check, ChevronDown, Columns3, RefreshCw, Star } from 'lucide-react';
import { Popover } from 'radix-ui';
import { type ReactNode, useRef, useState } from 'react';
import type { GenaiState, Model } from '../../../../preload/contract/chat/genai.ts';
import { type TextKey, useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { Button, cx, errorText, IconButton, Time, useCover } from '../../../ui/index.ts';

interface ModelMenuProps {
  readonly service: GenaiState | null;
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
  /** Switches to asking several models side by side. */
  readonly onSeveral: () => void;
}

const none: readonly string[] = [];

/** Chooses the model: favourites, then the live list with known facts, then known models that it lacks. */
export function ModelMenu({ service, chosen, onChoose, onSeveral }: ModelMenuProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  useOffer('model', () => setOpen(true));
  const box = useRef<HTMLSpanElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <span ref={box} className="contents">
        <Popover.Trigger asChild>
          <Button
            size="small"
            variant="quiet"
            aria-label={t('chat.model.present', { model: chosen ?? t('chat.model.none') })}
          >
            <span className="truncate font-medium text-text">{chosen ?? t('chat.model.none')}</span>
            <ChevronDown size={13} aria-hidden />
          </Button>
        </Popover.Trigger>
      </span>
      <Popover.Portal container={box.current?.closest<HTMLElement>('main') ?? undefined}>
        <Popover.Content
          side="top"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          aria-label={t('chat.model.choose')}
          className="z-50 flex max-h-(--radix-popover-content-available-height) w-110 max-w-[calc(100vw-2rem)] animate-rise flex-col overflow-hidden rounded-card bg-raised shadow-overlay outline-0"
        >
          <Choice
            service={service}
            chosen={chosen}
            onChoose={(id) => {
              setOpen(false);
              onChoose(id);
            }}
            onSeveral={() => {
              setOpen(false);
              onSeveral();
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Choice({ service, chosen, onChoose, onSeveral }: ModelMenuProps) {
  const t = useT();
  useCover();
  const [search, setSearch] = useState('');
  const models = withChosen(service?.models ?? [], chosen);
  const typed = search.trim();
  const { favourites, toggle } = useFavourites();
  const isFavourite = ({ id }: Model) => favourites.includes(id);
  const [at, setAt] = useState(chosen ?? '');
  const pointed = models.find(({ id }) => id === at);
  const groups = [
    { heading: t('models.favourites'), models: models.filter(isFavourite) },
    {
      heading: t('models.listed'),
      models: models.filter((model) => model.listed && !isFavourite(model)),
    },
    {
      heading: t('chat.model.unlisted'),
      models: models.filter((model) => !model.listed && !isFavourite(model)),
    },
  ].filter((group) => group.models.length > 0);
  return (
    <Command
      label={t('chat.model.choose')}
      filter={score}
      loop
      value={at}
      onValueChange={setAt}
      className="flex min-h-0 flex-col"
    >
      <Command.Input
        autoFocus
        value={search}
        onValueChange={setSearch}
        placeholder={t('models.search')}
        className="h-9 shrink-0 border-line border-b bg-transparent px-3 text-body outline-0 placeholder:text-text-faint"
      />
      <Command.List label={t('chat.model.choose')} className="max-h-80 min-h-0 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-4 text-center text-text-soft">
          {t('models.nothing')}
        </Command.Empty>
        {groups.map((group) => (
          <Command.Group
            key={group.heading}
            heading={group.heading}
            className="**:[[cmdk-group-heading]]:px-2 **:[[cmdk-group-heading]]:pt-1.5 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-small **:[[cmdk-group-heading]]:font-medium **:[[cmdk-group-heading]]:text-text-soft"
          >
            {group.models.map((model) => (
              <Row
                key={model.id}
                model={model}
                chosen={model.id === chosen}
                favourite={isFavourite(model)}
                onChoose={onChoose}
                onToggle={toggle}
              />
            ))}
          </Command.Group>
        ))}
        {service !== null && typed !== '' && !models.some(({ id }) => id === typed) && (
          <Command.Item
            forceMount
            value={`${typed} typed`}
            onSelect={() => onChoose(typed)}
            className="min-h-9 rounded-control px-2 py-1 text-body data-[selected=true]:bg-hover"
          >
            <span className="block truncate">{t('models.useTyped', { model: typed })}</span>
            <span className="phrases block text-small text-text-soft">{t('models.typedNote')}</span>
          </Command.Item>
        )}
      </Command.List>
      {service !== null && (
        <ListState service={service}>
          <Button
            size="small"
            variant="quiet"
            icon={Columns3}
            disabled={models.length < 2}
            onClick={onSeveral}
          >
            {t('conversations.several.action')}
          </Button>
          {pointed && (
            <IconButton
              size="small"
              icon={Star}
              aria-pressed={isFavourite(pointed)}
              className={cx(isFavourite(pointed) && '[&>svg]:fill-current')}
              label={t('models.favouriteOf', { model: pointed.id })}
              onClick={() => toggle(pointed.id)}
            />
          )}
        </ListState>
      )}
    </Command>
  );
}

/** A model that the service does not list can be chosen all the same. */
function withChosen(models: readonly Model[], chosen: string | null): readonly Model[] {
  if (chosen === null || models.some(({ id }) => id === chosen)) return models;
  const unknown = { contextLength: null, imageInput: null, parameters: null, note: null };
  return [...models, { id: chosen, ...unknown, abilities: [], listed: false }];
}

interface RowProps {
  readonly model: Model;
  readonly chosen: boolean;
  readonly favourite: boolean;
  readonly onChoose: (id: string) => void;
  readonly onToggle: (id: string) => void;
}

function Row({ model, chosen, favourite, onChoose, onToggle }: RowProps) {
  const t = useT();
  const note = useNote(model);
  const { id } = model;
  return (
    <Command.Item
      value={id}
      keywords={[id, note]}
      onSelect={() => onChoose(id)}
      className="flex min-h-9 items-center gap-2 rounded-control px-2 py-1 text-body data-[selected=true]:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className={cx('block truncate', chosen && 'font-semibold text-accent-text')}>
          {id}
        </span>
        <span className="phrases block text-small text-text-soft">{note}</span>
      </span>
      {chosen && <Check size={14} aria-label={t('models.chosen')} className="shrink-0" />}
      {/* for the pointer; the button below the list does the same for the highlighted model */}
      <span
        aria-hidden
        title={t(favourite ? 'models.unmark' : 'models.mark')}
        data-favourite={id}
        onPointerDown={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(id);
        }}
        className="flex size-6 shrink-0 items-center justify-center rounded-small text-text-faint hover:bg-pressed hover:text-text"
      >
        <Star size={14} className={cx(favourite && 'fill-current text-accent-text')} />
      </span>
    </Command.Item>
  );
}

/** Time of the list's last fetch, or why it failed, with a button to fetch it again. */
function ListState(props: { readonly service: GenaiState; readonly children: ReactNode }) {
  const { service, children } = props;
  const t = useT();
  const { client, genai } = useStores();
  const { systemId, modelsFetchedAt, fetchingModels, problem } = service;
  return (
    <div className="flex min-h-9 shrink-0 items-center gap-2 border-line border-t px-3 py-1 text-small text-text-soft">
      <span className={cx('min-w-0 flex-1', problem !== null && 'text-down-text')}>
        {problem !== null ? (
          errorText(problem, t).what
        ) : modelsFetchedAt === null ? (
          t('models.never')
        ) : (
          <>
            {t('models.fetched')} <Time at={Date.parse(modelsFetchedAt)} />
          </>
        )}
      </span>
      {children}
      <IconButton
        size="small"
        icon={RefreshCw}
        label={t('models.refresh')}
        busy={fetchingModels}
        onClick={() => void genai.carryOut(() => client.call('genai.refreshModels', { systemId }))}
      />
    </div>
  );
}

/** Returns a model's known facts in one line. */
function useNote(model: Model): string {
  const t = useT();
  const format = useFormat();
  const parts = [
    model.contextLength !== null &&
      t('chat.model.context', { tokens: format.number(model.contextLength) }),
    model.imageInput === true && t('chat.model.images'),
    model.parameters !== null && t('chat.model.parameters', { parameters: model.parameters }),
    model.note !== null && t(`chat.modelNotes.${model.note}` as TextKey),
  ].filter((part) => part !== false);
  return parts.length === 0 ? t('chat.model.unknown') : parts.join(' · ');
}

function useFavourites() {
  const { client, settings } = useStores();
  const favourites = useFollowed((stores) => stores.settings).value?.favouriteModels ?? none;
  /** The last unanswered request to main: the next click builds on it. */
  const asked = useRef<readonly string[]>(null);
  const toggle = (id: string) => {
    const before = asked.current ?? settings.getState().value?.favouriteModels ?? none;
    const favouriteModels = before.includes(id)
      ? before.filter((one) => one !== id)
      : [...before, id];
    asked.current = favouriteModels;
    void settings.carryOut(async () => {
      try {
        await client.call('settings.update', { favouriteModels });
      } finally {
        if (asked.current === favouriteModels) asked.current = null;
      }
    });
  };
  return { favourites, toggle };
}

/** Scores a model: every typed word must be in the id or the note; a prefix of the id counts most. */
function score(id: string, search: string, keywords: string[] = []): number {
  const text = keywords.join(' ').toLocaleLowerCase();
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (!words.every((word) => text.includes(word))) return 0;
  return id.toLocaleLowerCase().startsWith(words[0] ?? '') ? 1 : 0.5;
}
