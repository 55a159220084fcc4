import { type KnownModel, knownModels } from './known-models.ts';

/** Fewer that end alike may be another service's, whose models have nothing to do with these. */
const enough = 3;

/** What the document says of the models of a live list. */
export interface Documented {
  of(id: string): KnownModel | undefined;
  /**
   * Models of the document that the list lacks, by the names that the service would give them; none of a list of
   * another service.
   */
  readonly others: readonly KnownModel[];
}

interface Name {
  /** The vendor's family; the document has a neutral word in its place, the same throughout. */
  readonly family: string;
  /** As published. */
  readonly rest: string;
}

function nameOf(id: string): Name {
  const [family = ''] = /^[a-z]+/i.exec(id) ?? [];
  return { family: family.toLowerCase(), rest: id.slice(family.length).toLowerCase() };
}

/**
 * Knows the models of the document in a list: by their names as they stand there, or where several have its names but
 * for the family, each family of the list for one of the document.
 */
export function createDocumented(listed: readonly string[]): Documented {
  const families = familiesIn(listed);
  const named = knownModels.flatMap((model): readonly KnownModel[] => {
    const { family, rest } = nameOf(model.id);
    const published = families.get(family);
    if (published !== undefined) return [{ ...model, id: `${published}${rest}` }];
    // a family that the service does not have, in a list that has others under their own names
    return families.size > 0 ? [] : [model];
  });
  const byId = new Map([...knownModels, ...named].map((model) => [model.id, model]));
  const present = new Set(listed.map((id) => id.toLowerCase()));
  const isService = families.size > 0 || knownModels.some(({ id }) => present.has(id));
  return {
    of: (id) => byId.get(id) ?? byId.get(id.toLowerCase()),
    others: isService ? named.filter(({ id }) => !present.has(id)) : [],
  };
}

/** The families of a list by the document's words for them; empty where the list has those words or other models. */
function familiesIn(listed: readonly string[]): ReadonlyMap<string, string> {
  const known = knownModels.map(({ id }) => ({ id, ...nameOf(id) }));
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
