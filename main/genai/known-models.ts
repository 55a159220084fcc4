/** What the service's document says of one model (spec/genai-service.md, "Model"). */
export interface KnownModel {
  readonly id: string;
  /** Total parameters as printed, for example `552B+196B`. */
  readonly parameters: string;
  /** Most input tokens that the service accepts. */
  readonly contextLength: number;
  readonly imageInput: boolean;
  /** Key under `chat.modelNotes`. */
  readonly note: string;
}

const k256 = 256 * 1024;
const k928 = 928 * 1024;
const m1 = 1024 * 1024;

/** In the order of the document. The live list may have others, and may lack some of these. */
export const knownModels: readonly KnownModel[] = [
  {
    id: 'alpha3.6-35b',
    parameters: '35B',
    contextLength: k256,
    imageInput: false,
    note: 'standardFast',
  },
  {
    id: 'alpha3.8-27b',
    parameters: '27B',
    contextLength: k256,
    imageInput: true,
    note: 'compactDense',
  },
  {
    id: 'beta-k2.6',
    parameters: '1T',
    contextLength: k256,
    imageInput: false,
    note: 'largeScale',
  },
  {
    id: 'gamma-5.2',
    parameters: '753B',
    contextLength: m1,
    imageInput: false,
    note: 'longContexts',
  },
  {
    id: 'gamma-5.3',
    parameters: '753B',
    contextLength: m1,
    imageInput: false,
    note: 'newerGamma',
  },
  {
    id: 'gamma-5.3-flash',
    parameters: '320B',
    contextLength: m1,
    imageInput: true,
    note: 'longContextsImages',
  },
  {
    id: 'delta-v4.1-flash',
    parameters: '552B+196B',
    contextLength: m1,
    imageInput: true,
    note: 'longInputs',
  },
  { id: 'beta-k3', parameters: '2.8T', contextLength: k928, imageInput: false, note: 'largest' },
];
