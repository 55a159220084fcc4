import * as z from 'zod';
import { parseUriTemplate } from '../../../../common/addresses/uri-template.ts';
import type { ResourceTemplate } from '../../../../preload/contract/chat/tool-servers.ts';
import { bounds } from '../bounds.ts';
import { cut } from './resources.ts';

/** What a server tells of a template, as far as it is used. */
const listed = z
  .object({
    uriTemplate: z.string().min(1).max(bounds.resourceUri).refine(canBeFilledIn),
    name: cut(200),
    title: cut(200),
    description: cut(500),
    mimeType: cut(200),
  })
  .transform(
    ({ uriTemplate: template, name, title, description, mimeType: type }): ResourceTemplate => ({
      ...{ template, name: title || name, description, type },
    }),
  );

function canBeFilledIn(template: string): boolean {
  const parsed = parseUriTemplate(template);
  return parsed !== null && parsed.names.length <= bounds.templateVariables;
}

/** Returns the templates that keep to the bounds, each once. */
export function readTemplates(said: readonly unknown[]): {
  templates: ResourceTemplate[];
  leftOut: number;
} {
  const templates = new Map<string, ResourceTemplate>();
  for (const one of said) {
    if (templates.size === bounds.templates) break;
    const parsed = listed.safeParse(one);
    if (parsed.success && !templates.has(parsed.data.template)) {
      templates.set(parsed.data.template, parsed.data);
    }
  }
  return { templates: [...templates.values()], leftOut: said.length - templates.size };
}
