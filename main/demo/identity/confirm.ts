import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import type { InteractionResults } from 'oidc-provider';
import { ignoring } from '../../../common/ignoring.ts';
import { pageLanguage, sendPage } from '../http/html-page.ts';
import { readBody } from '../http/server.ts';
import type { ClientCertificate } from '../pki/index.ts';
import { certificateProblemPage, confirmPage, errorPage } from './pages.ts';
import type { Store } from './store.ts';

export interface ConfirmOptions {
  readonly provider: Provider;
  readonly store: Store;
  readonly certificateOf: (request: IncomingMessage) => ClientCertificate;
}

/** A form with two buttons needs no more. */
const maxFormBytes = 16 * 1024;

/**
 * Handles the certificate and consent step: GET shows the confirm page (or says that no usable certificate was
 * presented), POST takes Continue (`login`) or Ignore (`cancel`) and redirects the browser.
 */
export async function handleConfirm(
  request: IncomingMessage,
  response: ServerResponse,
  options: ConfirmOptions,
): Promise<void> {
  const { provider, store } = options;
  const language = pageLanguage(request);
  const interaction = await ignoring(
    'the page says that the sign-in has ended',
    provider.interactionDetails(request, response),
  );
  if (!interaction) {
    sendPage(
      response,
      400,
      errorPage(language, 'expired', 'The sign-in has ended or has expired.'),
    );
    return;
  }
  const form =
    request.method === 'POST'
      ? new URLSearchParams((await readBody(request, maxFormBytes))?.toString('utf8') ?? '')
      : undefined;
  if (form?.has('cancel')) {
    await finish(options, request, response, {
      error: 'access_denied',
      error_description: 'The user ignored the certificate sign-in.',
    });
    return;
  }
  const certificate = options.certificateOf(request);
  if (certificate.kind !== 'accepted') {
    sendPage(response, 403, certificateProblemPage(language, certificate.kind));
    return;
  }
  if (form?.has('login')) {
    const accountId = await rememberAccount(store, certificate);
    await finish(options, request, response, {
      login: { accountId, amr: ['x509'], remember: true },
      consent: {},
    });
    return;
  }
  const html = confirmPage(language, {
    subject: certificate.subject,
    user: certificate.commonName,
    application: String(interaction.params.client_id),
  });
  sendPage(response, 200, html);
}

async function finish(
  { provider }: ConfirmOptions,
  request: IncomingMessage,
  response: ServerResponse,
  result: InteractionResults,
): Promise<void> {
  await provider.interactionFinished(request, response, result, {
    mergeWithLastSubmission: false,
  });
}

/** Returns the account of a certificate's subject, with an id in Keycloak's form; created at the first sign-in. */
async function rememberAccount(
  store: Store,
  certificate: { readonly subject: string; readonly commonName: string },
): Promise<string> {
  const hash = createHash('sha256').update(certificate.subject).digest('hex');
  const id = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
  await store.put('Account', id, {
    subject: certificate.subject,
    name: certificate.commonName,
  });
  return id;
}
