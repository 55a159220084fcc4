import { externalAddress } from '../../../../common/addresses/external-address.ts';
import type { SourceLink } from '../../../../preload/contract/chat/conversation.ts';
import { plainLine } from '../../../base/network/refusal/index.ts';

/** Maximum images of one answer, and characters of their addresses, which contain them; later ones are ignored. */
const mostImages = 16;
const longestImages = 64 * 1024 * 1024;
/** Maximum links of one answer, and addresses examined for them. */
const mostLinks = 100;
const mostSeen = 1000;
const longestTitle = 300;
const deepest = 4;

/** Where servers put an answer's references: in a piece, and in a whole chunk. */
const inPieces = ['annotations', 'citations', 'sources', 'context', 'provider_specific_fields'];
const inChunks = ['citations', 'search_results', 'sources'];
/** Where these contain the entries, and an entry its details. */
const lists = [
  ...inPieces,
  'search_results',
  'results',
  'grounding_metadata',
  'groundingMetadata',
  'vertex_ai_grounding_metadata',
  'grounding_chunks',
  'groundingChunks',
];
const parts = ['url_citation', 'web', 'source', 'metadata'];

type Fields = Readonly<Record<string, unknown>>;

/** Reports the images and links beside the text of one choice, each once. */
export class ExtraContent {
  readonly #tellImage: (url: string) => void;
  readonly #tellLink: (link: SourceLink) => void;
  readonly #images = new Set<string>();
  readonly #links = new Map<string, string>();
  #imagesLength = 0;

  constructor(tellImage: (url: string) => void, tellLink: (link: SourceLink) => void) {
    this.#tellImage = tellImage;
    this.#tellLink = tellLink;
  }

  /** Reads a delta or a message. @returns whether it contained an image */
  readPiece(said: object): boolean {
    const piece = said as Fields;
    for (const name of inPieces) if (piece[name] !== undefined) this.#readLinks(piece[name], 0);
    return piece.images === undefined ? false : this.readImages(piece.images);
  }

  readChunk(said: object): void {
    const chunk = said as Fields;
    for (const name of inChunks) if (chunk[name] !== undefined) this.#readLinks(chunk[name], 0);
  }

  /** Reads images in any form, one or a list. @returns whether there was one */
  readImages(value: unknown): boolean {
    if (Array.isArray(value)) {
      return value.slice(0, mostImages).filter((one) => this.readImages(one)).length > 0;
    }
    const url = imageAddress(value, 0);
    if (url === null) return false;
    if (!url.startsWith('data:')) this.#readLinks(url, 0);
    else if (!this.#images.has(url) && this.#images.size < mostImages) {
      this.#imagesLength += url.length;
      if (this.#imagesLength > longestImages) return true;
      this.#images.add(url);
      this.#tellImage(url);
    }
    return true;
  }

  #readLinks(value: unknown, depth: number): void {
    if (typeof value === 'string') this.#link(value, '');
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    if (Array.isArray(value)) {
      for (const one of value.slice(0, mostLinks)) this.#readLinks(one, depth + 1);
      return;
    }
    const fields: Fields = { ...value };
    const url = textIn(fields, ['url', 'uri', 'link']);
    if (url !== '') this.#link(url, textIn(fields, ['title', 'name']));
    for (const name of [...parts, ...lists]) {
      const inner = fields[name];
      // a text there is a name, or the content
      if (typeof inner === 'object') this.#readLinks(inner, depth + 1);
    }
  }

  #link(said: string, name: string): void {
    const before = this.#links.get(said);
    if (before !== undefined && (before !== '' || name === '')) return;
    if (this.#links.size >= mostSeen) return;
    const title = plainLine(name, longestTitle);
    this.#links.set(said, title);
    const url = externalAddress(said.trim());
    if (url?.startsWith('http') === true) this.#tellLink({ url, title });
  }
}

/** Adds a link to those of an answer; an existing one may get its title. */
export function withLink(links: readonly SourceLink[], link: SourceLink): readonly SourceLink[] {
  const at = links.findIndex(({ url }) => url === link.url);
  if (at < 0) return links.length < mostLinks ? [...links, link] : links;
  return links[at]?.title === '' ? links.with(at, link) : links;
}

/** Returns the address of an image: on the web, or `data:` with the image itself. */
function imageAddress(value: unknown, depth: number): string | null {
  if (typeof value === 'string') return /^(?:data:image\/|https?:\/\/)/i.test(value) ? value : null;
  if (typeof value !== 'object' || value === null || Array.isArray(value) || depth > deepest) {
    return null;
  }
  const fields: Fields = { ...value };
  for (const name of ['image_url', 'url', 'image', 'source', 'inline_data', 'inlineData']) {
    const found = fields[name] === undefined ? null : imageAddress(fields[name], depth + 1);
    if (found !== null) return found;
  }
  const bytes = textIn(fields, ['b64_json', 'image_base64', 'base64', 'data']);
  if (bytes === '') return null;
  const type = textIn(fields, ['media_type', 'mime_type', 'mimeType']) || 'image/png';
  return type.startsWith('image/') ? `data:${type};base64,${bytes}` : null;
}

function textIn(fields: Fields, names: readonly string[]): string {
  const found = names.map((name) => fields[name]).find((one) => typeof one === 'string');
  return typeof found === 'string' ? found : '';
}
