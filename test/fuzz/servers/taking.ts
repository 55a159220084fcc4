import { hostileClient } from '../../support/servers/hostile-provider.ts';
import type { World } from './reader.ts';

/** The system is reached by signing in. */
export async function takeToken({ must, systemId }: World): Promise<void> {
  const { clientId, clientSecret } = hostileClient;
  await must('session.updateSettings', { systemId, route: 'token', clientId, clientSecret });
}
