import { useMemo, useRef } from 'react';
import type { Parameters } from '../../../../../preload/contract/chat/conversation.ts';
import type { MissingFile, Remedy } from '../../../../../preload/contract/chat/request-check.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useToasts } from '../../../../ui/index.ts';
import type { ChosenRemedy, RemedyActions } from './remedies.ts';
import { type CutConversation, type Summarising, useCuts } from './useCuts.ts';

interface RemediedConversation extends CutConversation {
  readonly model: string | null;
  /** Removes models from those asked side by side. */
  readonly leaveOutModels: (models: readonly string[]) => void;
  readonly parameters: Parameters;
  readonly setParameters: (parameters: Parameters) => Promise<unknown>;
  readonly chooseModel: (model: string) => void;
  /** Sends the draft. */
  readonly sendAnyway: () => void;
  /** Remedies for files; absent if this window has none. */
  readonly files?: FileRemedies;
}

/** Remedies for attachments. */
export interface FileRemedies {
  /** Sends smaller images, of the whole conversation. */
  readonly shrink: () => Promise<unknown>;
  /** Sends no images. */
  readonly leaveOut: () => Promise<unknown>;
  /** Removes missing files from the draft, and says in messages that they are left out. */
  readonly leaveOutFiles: (files: readonly MissingFile[]) => Promise<unknown>;
  /** Lets the user choose the files once more. @returns the number of restored files */
  readonly attachAgain: (files: readonly MissingFile[]) => Promise<number>;
  /** Lets the model read the draft's texts with a tool. */
  readonly readInParts: () => Promise<unknown>;
}

const kindsOfFiles: ReadonlySet<string> = new Set([
  'shrink-images',
  'leave-out-images',
  'read-in-parts',
  'leave-out-files',
  'attach-again',
]);

/** Applies remedies; each can be undone from its toast. */
export function useRemedies(conversation: RemediedConversation): {
  readonly actions: RemedyActions;
  readonly summarising: Summarising | null;
} {
  const t = useT();
  const format = useFormat();
  const toasts = useToasts();
  const latest = useRef(conversation);
  latest.current = conversation;
  const { leaveOut, summarise, summarising } = useCuts(conversation);

  const actions = useMemo<RemedyActions>(() => {
    async function lower(maxTokens: number): Promise<boolean> {
      const { parameters: before, setParameters, attempt } = latest.current;
      const { max_tokens: _, ...extra } = before.extra;
      const done = await attempt(() => setParameters({ ...before, maxTokens, extra }));
      if (done === null) return false;
      toasts.show({
        text: t('limits.lowered', { tokens: format.number(maxTokens) }),
        undo: () => void attempt(() => setParameters(before)),
      });
      return true;
    }

    /** Makes the structured output less strict, or removes it. */
    async function changeFormat(isLeftOut: boolean): Promise<boolean> {
      const { parameters: before, setParameters, attempt } = latest.current;
      const { response_format: _, ...extra } = before.extra;
      const { format } = before;
      const after = isLeftOut
        ? { ...before, format: null, extra }
        : { ...before, format: format && { ...format, strict: false } };
      if ((await attempt(() => setParameters(after))) === null) return false;
      toasts.show({
        text: t(isLeftOut ? 'limits.formatLeftOut' : 'limits.formatLoosened'),
        undo: () => void attempt(() => setParameters(before)),
      });
      return true;
    }

    function otherModel(model: string): boolean {
      const { model: before, chooseModel } = latest.current;
      chooseModel(model);
      toasts.show({
        text: t('limits.modelChosen', { model }),
        ...(before === null ? {} : { undo: () => chooseModel(before) }),
      });
      return true;
    }

    return {
      can: ({ kind }: Remedy) => latest.current.files !== undefined || !kindsOfFiles.has(kind),
      async apply(remedy: ChosenRemedy) {
        const { files, attempt } = latest.current;
        switch (remedy.kind) {
          case 'send-anyway':
            latest.current.sendAnyway();
            return true;
          case 'lower-max-tokens':
            return lower(remedy.maxTokens);
          case 'loosen-format':
          case 'leave-out-format':
            return changeFormat(remedy.kind === 'leave-out-format');
          case 'other-model':
            return otherModel(remedy.model);
          case 'leave-out-models':
            latest.current.leaveOutModels(remedy.models);
            return true;
          case 'leave-out-turns':
            return leaveOut(remedy.messageId, remedy.turns);
          case 'summarise':
            return summarise(remedy.messageId, remedy.turns);
          case 'shrink-images':
            return files !== undefined && (await attempt(files.shrink)) !== null;
          case 'leave-out-images':
            return files !== undefined && (await attempt(files.leaveOut)) !== null;
          case 'leave-out-files':
            return (
              files !== undefined &&
              (await attempt(() => files.leaveOutFiles(remedy.files))) !== null
            );
          case 'attach-again': {
            if (files === undefined) return false;
            const again = await attempt(() => files.attachAgain(remedy.files));
            return again !== null && again.value === remedy.files.length;
          }
          case 'read-in-parts':
            return files !== undefined && (await attempt(files.readInParts)) !== null;
        }
      },
    };
  }, [format, leaveOut, summarise, t, toasts]);

  return { actions, summarising };
}
