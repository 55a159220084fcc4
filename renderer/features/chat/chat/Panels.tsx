import type { Parameters } from '../../../../preload/contract/chat/conversation.ts';
import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { ElsewhereDialog } from '../../systems/elsewhere/index.ts';
import { ApiKeysDialog } from '../keys/index.ts';
import { ModelsDialog, ParametersSheet } from '../models/index.ts';
import { PromptLibrary } from '../prompts/index.ts';
import { UsageDialog } from '../usage/index.ts';

/** Panels over a conversation. */
export type Panel =
  | 'keys'
  | 'parameters'
  | 'tools'
  | 'prompts'
  | 'usage'
  | 'elsewhere'
  | 'several'
  | 'again';

interface PanelsProps {
  readonly open: Panel | null;
  readonly system: System;
  readonly service: GenaiState;
  readonly model: string | null;
  readonly parameters: Parameters;
  readonly onSaveParameters: (parameters: Parameters) => Promise<unknown>;
  readonly onChooseModel: (model: string) => void;
  /** Inserts a text into the message field. */
  readonly onInsert: (text: string) => void;
  /** Models asked side by side; null for one. */
  readonly several: readonly string[] | null;
  /** They are chosen for all following messages, or for regenerating one answer. */
  readonly onSeveral: (models: readonly string[], panel: 'several' | 'again') => void;
  readonly onOpen: (panel: Panel | null) => void;
}

/** The panels of a conversation's model and service; each is loaded when first opened. */
export function Panels(props: PanelsProps) {
  const { open, system, service, model, parameters, onOpen } = props;
  const { onSaveParameters, onChooseModel, onInsert, several, onSeveral } = props;
  const close = () => onOpen(null);
  return (
    <>
      {open === 'keys' && <ApiKeysDialog service={service} onClose={close} onOpen={onOpen} />}
      {open === 'parameters' && (
        <ParametersSheet
          parameters={parameters}
          model={model}
          isDocumented={service.terms !== null}
          control={system.reasoningControl ?? null}
          onChooseModel={onChooseModel}
          onClose={close}
          onSave={onSaveParameters}
        />
      )}
      {(open === 'several' || open === 'again') && (
        <ModelsDialog
          models={service.models}
          chosen={several ?? (model === null ? [] : [model])}
          onUse={(models) => onSeveral(models, open)}
          onClose={close}
        />
      )}
      {open === 'prompts' && <PromptLibrary onInsert={onInsert} onClose={close} />}
      {open === 'usage' && <UsageDialog service={service} onClose={close} />}
      {open === 'elsewhere' && (
        <ElsewhereDialog system={system} service={service} model={model} onClose={close} />
      )}
    </>
  );
}
