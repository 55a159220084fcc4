import { externalAddress } from '../../../../common/addresses/external-address.ts';
import { legible } from '../../../ui/index.ts';
import { make } from '../dom.ts';
import { setAccessibleName, setLabel } from '../labels.ts';
import type { Surface } from '../surface.ts';
import { pixelsOf } from './pictures.ts';

/** Maximum characters shown of an address or a title, and of an alternative text used as a name. */
const longestName = 400;

/** Creates a link; one that would not be opened becomes text, with the address as its tooltip. */
export function createLink(surface: Surface, href: string, title: string): HTMLElement {
  const place = surface.placeOf(href);
  if (place !== null) {
    const link = make('a', 'md-link');
    link.href = place;
    link.dataset.place = '';
    return link;
  }
  // in a Markdown address it is a character, but a browser would treat it as a slash
  const address = externalAddress(href.replaceAll('\\', '%5C'));
  if (address === null) {
    const dead = make('span', 'md-dead');
    dead.title = title === '' ? shortened(href) : `${shortened(title)}\n${shortened(href)}`;
    return dead;
  }
  const link = make('a', 'md-link');
  link.href = address;
  link.rel = 'noopener noreferrer';
  link.draggable = false;
  if (title !== '') link.title = shortened(title);
  return link;
}

const shortened = (address: string): string =>
  address.length > longestName ? `${address.slice(0, longestName)}…` : address;

/** Whether it is an embedded picture within the text's budget of characters and pixels. */
function isBearable({ budget }: Surface, href: string): boolean {
  const pixels = pixelsOf(href);
  return pixels !== null && budget.take('pixels', pixels) && budget.take('pictures', href.length);
}

/** Creates a picture. One from elsewhere is named, not fetched: fetching would tell its server who reads this. */
export function createImage(
  surface: Surface,
  href: string,
  alt: string,
  title: string,
): HTMLElement {
  if (isBearable(surface, href)) {
    const image = make('img', 'md-picture');
    image.decoding = 'async';
    image.src = href;
    image.alt = alt;
    if (title !== '') image.title = shortened(title);
    return image;
  }
  const { words } = surface;
  const box = make('span', 'md-image');
  box.setAttribute('role', 'group');
  if (title !== '') box.title = shortened(title);
  setAccessibleName(box, words, 'image', alt.slice(0, longestName));
  const label = make('span', 'md-image-label');
  setLabel(label, words, 'image');
  const text = make('span', 'md-image-alt');
  text.textContent = legible(alt);
  const address = make('span', 'md-image-address');
  address.textContent = shortened(href);
  box.append(label, text, address);
  const target = externalAddress(href);
  if (target !== null) {
    const button = make('button', 'md-button');
    button.type = 'button';
    button.dataset.address = target;
    setLabel(button, words, 'openImage');
    box.append(button);
  }
  return box;
}
