import { useResource } from '../../../kit/useResource.ts';
import { onDemand } from '../../../ui/index.ts';

const PermissionRequest = onDemand(() => import('./PermissionRequest.tsx'));

/**
 * The requests of this conversation's tools to run, one at a time. It stands outside of the thread, where no text of a
 * model or a server is drawn as markup.
 */
export function PermissionDock({ conversationId }: { readonly conversationId: string | null }) {
  const { value } = useResource('toolRequests', conversationId === null ? null : undefined);
  const waiting = (value ?? []).filter((one) => one.conversationId === conversationId);
  const [first] = waiting;
  if (first === undefined) return null;
  return (
    <PermissionRequest
      key={`${first.messageId} ${first.callId} ${first.digest}`}
      request={first}
      count={waiting.length}
    />
  );
}
