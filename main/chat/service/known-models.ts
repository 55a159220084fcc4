import type { Ability, Terms } from '../../../preload/contract/chat/genai.ts';

/** The service document's facts about one model (spec/genai-service.md, "Model"). */
export interface DocumentedModel {
  readonly id: string;
  /** Total parameters as printed, for example `552B+196B`. */
  readonly parameters: string;
  /** Maximum input tokens that the service accepts. */
  readonly contextLength: number;
  readonly imageInput: boolean;
  readonly abilities: readonly Ability[];
  /** Key under `chat.modelNotes`. */
  readonly note: string;
}

const k256 = 256 * 1024;
const k928 = 928 * 1024;
const m1 = 1024 * 1024;
const dense: readonly Ability[] = ['reasoning', 'functionCalling'];
const mixture: readonly Ability[] = [...dense, 'mixtureOfExperts'];

/** Price in the document; the document has no date, so `asOf` is when it was read. */
export const documentedTerms: Terms = { cost: 'earlyAccess2', asOf: '2026-11-22' };

/** In the document's order. The live list may have others, and may lack some of these. */
export const documentedModels: readonly DocumentedModel[] = [
  {
    id: 'alpha3.6-35b',
    parameters: '35B',
    contextLength: k256,
    imageInput: false,
    abilities: mixture,
    note: 'standardFast',
  },
  {
    id: 'alpha3.8-27b',
    parameters: '27B',
    contextLength: k256,
    imageInput: true,
    abilities: dense,
    note: 'compactDense',
  },
  {
    id: 'beta-k2.6',
    parameters: '1T',
    contextLength: k256,
    imageInput: false,
    abilities: mixture,
    note: 'largeScale',
  },
  {
    id: 'gamma-5.2',
    parameters: '753B',
    contextLength: m1,
    imageInput: false,
    abilities: mixture,
    note: 'longContexts',
  },
  {
    id: 'gamma-5.3',
    parameters: '753B',
    contextLength: m1,
    imageInput: false,
    abilities: mixture,
    note: 'newerGamma',
  },
  {
    id: 'gamma-5.3-flash',
    parameters: '320B',
    contextLength: m1,
    imageInput: true,
    abilities: mixture,
    note: 'longContextsImages',
  },
  {
    id: 'delta-v4.1-flash',
    parameters: '552B+196B',
    contextLength: m1,
    imageInput: true,
    abilities: mixture,
    note: 'longInputs',
  },
  {
    id: 'beta-k3',
    parameters: '2.8T',
    contextLength: k928,
    imageInput: false,
    abilities: mixture,
    note: 'largest',
  },
];
