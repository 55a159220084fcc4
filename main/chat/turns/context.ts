import type { Emit } from '../../../preload/contract/index.ts';
import type { Log } from '../../base/host.ts';
import type { Systems } from '../../systems/list/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { RunningTurns, Stores } from '../conversations/index.ts';
import type { Genai } from '../service/index.ts';
import type { Tools } from '../tools/index.ts';
import type { SentRequests } from './sent-requests.ts';

/** The parts of the generative AI domain that chat uses. */
export type ChatGenai = Pick<Genai, 'assess' | 'check' | 'completion' | 'defaultModel' | 'models'>;

/** State shared by the parts of chat. */
export interface ChatContext {
  readonly systems: Pick<Systems, 'get'>;
  readonly genai: ChatGenai;
  readonly tools: Pick<Tools, 'offered' | 'sourcesOf' | 'permit' | 'run'>;
  readonly attachments: Pick<
    Attachments,
    'verified' | 'missing' | 'keep' | 'unkeep' | 'hold' | 'read' | 'text' | 'take'
  >;
  readonly stores: Stores;
  readonly running: RunningTurns;
  readonly sentRequests: SentRequests;
  readonly emit: Emit;
  readonly log: Log;
  readonly now: () => Date;
}
