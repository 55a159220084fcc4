import * as z from 'zod';
import type { ClientChange } from './provider.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
/** Each ends at the first that is no text: zod would describe every one of half a million. */
export const texts = z.custom<string[]>((value) => Array.isArray(value) && value.every(isText));
const attributes = z.custom<Record<string, string | null>>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every((one) => one === null || isText(one)),
);

/** A client as Keycloak describes it (ClientRepresentation), as far as it is used here. */
export const representation = z.object({
  id: z.string().nullish(),
  clientId: z.string().min(1),
  redirectUris: texts.nullish(),
  rootUrl: z.string().nullish(),
  secret: z.string().min(1).nullish(),
  protocol: z.string().nullish(),
  publicClient: z.boolean().nullish(),
  bearerOnly: z.boolean().nullish(),
  attributes: attributes.nullish(),
  /** What the caller may do with it. */
  access: z.looseObject({ manage: z.boolean().nullish() }).nullish(),
});
export type Representation = z.infer<typeof representation>;

/** What Keycloak is told of a client that is to be made, by either of its two ways. */
export const newRepresentation = ({ clientId, redirectUrls, rootUrl }: ClientChange) => ({
  clientId,
  name: clientId,
  redirectUris: redirectUrls,
  ...(rootUrl === null ? {} : { rootUrl }),
  protocol: 'openid-connect',
  publicClient: false,
  standardFlowEnabled: true,
});

/** Unix seconds. Ours, because Keycloak dates a client's secret and nothing else: a new secret has a new date. */
const created = 'compute-desk.created.time';

/** What tells of a client that it was created at `seconds`. */
function createdAttribute(seconds: number): Record<string, string> {
  return { [created]: String(Math.floor(seconds)) };
}

/** The attributes that keep a client's date when it gets another secret; null where nothing is to be kept. */
export function datedAttributes({ attributes }: Representation): Record<string, string> | null {
  const seconds = Number(attributes?.['client.secret.creation.time'] ?? Number.NaN);
  return attributes?.[created] || Number.isNaN(seconds) ? null : createdAttribute(seconds);
}

export function createdAtOf({ attributes }: Representation): string | null {
  const seconds = Number(
    attributes?.[created] ?? attributes?.['client.secret.creation.time'] ?? Number.NaN,
  );
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.valueOf()) ? null : date.toISOString();
}
