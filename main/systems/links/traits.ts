import type { System } from '../../../preload/contract/systems/systems.ts';
import type { SecretScope } from '../../base/storage/vault/vault.ts';

/** What the demo does otherwise than a system of the user's own. */
export interface Traits {
  /** What seals its secrets. */
  readonly scope: SecretScope;
  /** The app starts it. It has other addresses then and is the same system still. */
  readonly launched: boolean;
  /** Its identity provider may have an administration, as Keycloak has. */
  readonly administered: boolean;
  /** Its addresses lead there from other computers too, and are the user's to hand on. */
  readonly shareable: boolean;
  /** Its API key is no secret: programs of the user may be given it. */
  readonly showsKey: boolean;
}

export function traitsOf({ kind }: Pick<System, 'kind'>): Traits {
  return kind === 'demo'
    ? { scope: 'demo', launched: true, administered: false, shareable: false, showsKey: true }
    : { scope: 'user', launched: false, administered: true, shareable: true, showsKey: false };
}
