import type Provider from 'oidc-provider';
import { isRecord } from '../files.ts';
import type { Store } from './store.ts';

/**
 * Issues a new secret to a client whose update omits its secret: omitting asks to delete it (RFC 7592, section 2.2),
 * but a client here needs one. oidc-provider alone keeps the old one.
 */
export function reissueSecrets(provider: Provider, store: Store, make: () => string): void {
  provider.use(async (ctx, next) => {
    await next();
    const asked: unknown = ctx.oidc?.body;
    const answer: unknown = ctx.body;
    const updated = ctx.oidc?.route === 'client_update' && ctx.status === 200;
    if (!updated || !isRecord(asked) || 'client_secret' in asked || !isRecord(answer)) return;
    const id = String(answer.client_id);
    const client_secret = make();
    await store.put('Client', id, { ...store.get('Client', id), client_secret });
    ctx.body = { ...answer, client_secret };
  });
}
