/** A model of the demo. `contextLength` is in tokens: input plus max_tokens must not exceed it. */
export interface DemoModel {
  readonly id: string;
  readonly contextLength: number;
  readonly imageInput: boolean;
}

const k = 1024;

/** The spec's model table (256K = 262,144; 1M = 1,048,576), and one model that the spec does not know. */
export const models: readonly DemoModel[] = [
  { id: 'alpha3.6-35b', contextLength: 256 * k, imageInput: false },
  { id: 'alpha3.8-27b', contextLength: 256 * k, imageInput: true },
  { id: 'beta-k2.6', contextLength: 256 * k, imageInput: false },
  { id: 'gamma-5.2', contextLength: k * k, imageInput: false },
  { id: 'gamma-5.3', contextLength: k * k, imageInput: false },
  { id: 'gamma-5.3-flash', contextLength: k * k, imageInput: true },
  { id: 'delta-v4.1-flash', contextLength: k * k, imageInput: true },
  { id: 'beta-k3', contextLength: 928 * k, imageInput: false },
  { id: 'epsilon-preview', contextLength: 64 * k, imageInput: false },
];

/** Returns the list in OpenAI's shape: `{object: 'list', data: [{id, object, created, owned_by}]}`. */
export function modelList(): unknown {
  return {
    object: 'list',
    data: models.map(({ id }) => ({
      id,
      object: 'model',
      created: 1_780_272_000,
      owned_by: 'compute-desk-demo',
    })),
  };
}
