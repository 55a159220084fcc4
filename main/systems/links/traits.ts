import type { System } from '../../../preload/contract/systems/systems.ts';
import type { SecretScope } from '../../base/storage/vault/vault.ts';

/** Differences between the demo and a system of the user. */
export interface Traits {
  /** The key that seals its secrets. */
  readonly scope: SecretScope;
  /** The app starts it. Its addresses change then, but it remains the same system. */
  readonly launched: boolean;
  /** Its identity provider may have an administration, as Keycloak has. */
  readonly administered: boolean;
  /** Its addresses work from other computers too, and may be shared. */
  readonly shareable: boolean;
  /** Its API key is no secret: the user's programs may get it. */
  readonly showsKey: boolean;
}

export function traitsOf({ kind }: Pick<System, 'kind'>): Traits {
  return kind === 'demo'
    ? { scope: 'demo', launched: true, administered: false, shareable: false, showsKey: true }
    : { scope: 'user', launched: false, administered: true, shareable: true, showsKey: false };
}
