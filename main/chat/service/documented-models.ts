import { type DocumentedModel, documentedModels } from './known-models.ts';

/** Fewer with the same ending may belong to another service with unrelated models. */
const enough = 3;

/** The document's facts about the models of a live list. */
export interface DocumentedModels {
  of(id: string): DocumentedModel | undefined;
  /**
   * Models of the document that the list lacks, with the names that the service would use; none for another service's
   * list.
   */
  readonly others: readonly DocumentedModel[];
}

interface Name {
  /** The vendor's family name; the document always replaces it by the same neutral word. */
  readonly family: string;
  /** As published. */
  readonly rest: string;
}

function nameOf(id: string): Name {
  const [family = ''] = /^[a-z]+/i.exec(id) ?? [];
  return { family: family.toLowerCase(), rest: id.slice(family.length).toLowerCase() };
}

/**
 * Matches the document's models with a list: by their listed names, or, if several match but for the family name, by
 * mapping each family of the list to one of the document.
 */
export function createDocumentedModels(listed: readonly string[]): DocumentedModels {
  const families = familiesIn(listed);
  const named = documentedModels.flatMap((model): readonly DocumentedModel[] => {
    const { family, rest } = nameOf(model.id);
    const published = families.get(family);
    if (published !== undefined) return [{ ...model, id: `${published}${rest}` }];
    // a family that the service does not have, in a list with others under their own names
    return families.size > 0 ? [] : [model];
  });
  const byId = new Map([...documentedModels, ...named].map((model) => [model.id, model]));
  const present = new Set(listed.map((id) => id.toLowerCase()));
  const isService = families.size > 0 || documentedModels.some(({ id }) => present.has(id));
  return {
    of: (id) => byId.get(id) ?? byId.get(id.toLowerCase()),
    others: isService ? named.filter(({ id }) => !present.has(id)) : [],
  };
}

/**
 * Returns the families of a list by the document's words for them; empty if the list uses those words or has other
 * models.
 */
function familiesIn(listed: readonly string[]): ReadonlyMap<string, string> {
  const known = documentedModels.map(({ id }) => ({ id, ...nameOf(id) }));
  if (listed.some((id) => known.some((model) => model.id === id))) return new Map();
  const found = new Map<string, string>();
  const strange = new Set<string>();
  let count = 0;
  for (const { family, rest } of listed.map(nameOf)) {
    const meant = known.find((model) => model.rest === rest);
    if (meant === undefined || family === '') continue;
    const before = found.get(meant.family);
    if (before !== undefined && before !== family) strange.add(meant.family);
    found.set(meant.family, family);
    count += 1;
  }
  const published = [...found].filter(([word]) => !strange.has(word));
  const apart = new Set(published.map(([, family]) => family)).size === published.length;
  return count >= enough && apart ? new Map(published) : new Map();
}
