import { useResource } from '../../../kit/useResource.ts';
import { onDemand } from '../../../ui/index.ts';

const PermissionRequest = onDemand(() => import('./PermissionRequest.tsx'));
const ServerForm = onDemand(() => import('./ServerForm.tsx'));
const ServerPage = onDemand(() => import('./ServerPage.tsx'));

/**
 * The requests of this conversation's tools to run, and the forms and pages of their servers, one at a time. It stands outside of the thread,
 * where no text of a model or a server is drawn as markup.
 */
export function PermissionDock({ conversationId }: { readonly conversationId: string | null }) {
  const { value } = useResource('toolRequests', conversationId === null ? null : undefined);
  const { value: forms } = useResource('toolForms', conversationId === null ? null : undefined);
  const waiting = (value ?? []).filter((one) => one.conversationId === conversationId);
  const [first] = waiting;
  const form = forms?.find((one) => one.conversationId === conversationId);
  if (first === undefined) {
    if (form === undefined) return null;
    if (form.page === null) return <ServerForm key={form.id} form={form} />;
    return <ServerPage key={form.id} form={form} page={form.page} />;
  }
  return (
    <PermissionRequest
      key={`${first.messageId} ${first.callId} ${first.digest}`}
      request={first}
      count={waiting.length}
    />
  );
}
