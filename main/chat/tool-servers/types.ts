import type { Emit } from '../../../preload/contract/index.ts';
import type { Log } from '../../base/host.ts';
import type { Network } from '../../base/network/index.ts';
import type { Policy } from '../../base/policy/index.ts';
import type { Database } from '../../base/storage/database.ts';
import type { Vault } from '../../base/storage/vault/index.ts';
import type { Accesses } from '../../systems/access/index.ts';
import type { Links } from '../../systems/links/index.ts';
import type { Systems } from '../../systems/list/index.ts';
import type { ServiceSignIn } from '../../systems/sign-in/index.ts';
import type { Attachments } from '../attachments/index.ts';
import type { Tools } from '../tools/index.ts';
import type { Limits } from './bounds.ts';

export interface ToolServersDeps {
  readonly database: Database;
  readonly vault: Pick<Vault, 'get' | 'put' | 'remove' | 'ready' | 'state'>;
  readonly network: Pick<Network, 'stream'>;
  readonly policy: Pick<Policy, 'isLocked' | 'requireOpen' | 'network'>;
  readonly systems: Pick<Systems, 'get'>;
  readonly links: Pick<Links, 'to'>;
  readonly access: Pick<Accesses, 'identity'>;
  readonly signIn: ServiceSignIn;
  readonly tools: Pick<Tools, 'register' | 'fingerprints' | 'forgetServer'>;
  readonly attachments: Pick<Attachments, 'take'>;
  readonly emit: Emit;
  readonly log: Log;
  readonly version: string;
  readonly limits?: Limits;
  readonly now?: () => Date;
  /** Wait before the next start after so many ends, ms; null: no more. */
  readonly backoff?: (failures: number) => number | null;
}
