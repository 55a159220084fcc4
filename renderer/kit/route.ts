import { createStore, type StoreApi } from 'zustand/vanilla';
import { encodePart } from '../../common/texts/percent-encode.ts';
import { home, isScreen, type Route, type Screen, screenOf } from './screens.ts';

/** Asks before unsaved input is lost; continues with `then` or not. */
type Hold = (then: () => void) => void;

export interface RouteStore extends StoreApi<Route> {
  go(to: Route): void;
  /** Changes the route without a history entry. */
  replace(to: Route): void;
  /** Calls this before every navigation until it is released. @returns releases it */
  hold(ask: Hold): () => void;
  close(): void;
}

/** Returns the fragment of a route: `#/chat/c1`. */
export function toHash(route: Route): string {
  const { item, noItem } = screenOf(route.screen);
  const named =
    item === undefined ? undefined : (route as Record<string, string | undefined>)[item];
  const last = named ?? noItem;
  return `#/${route.screen}${last === undefined ? '' : `/${encodePart(last)}`}`;
}

/** Returns the route of a fragment; the first screen if it names none. */
export function fromHash(hash: string): Route {
  const [, screen = '', encoded] = /^#\/([A-Za-z]+)(?:\/([^/]+))?$/.exec(hash) ?? [];
  if (!isScreen(screen)) return { screen: home };
  const { item, noItem } = screenOf(screen);
  const last = decoded(encoded);
  if (last === undefined && noItem !== undefined) return { screen: home };
  return item === undefined || last === undefined || last === noItem
    ? { screen }
    : placeOf(screen, item, last);
}

/** Builds the route that the types of `screens` require, for a screen known only at run time. */
function placeOf(screen: Screen, item: string, id: string): Route {
  return { screen, [item]: id } as Route;
}

function decoded(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    // not written by this app: names no route
    return undefined;
  }
}

export function createRouteStore(page: Window): RouteStore {
  const store = createStore<Route>(() => fromHash(page.location.hash));
  const holds: Hold[] = [];
  const leave = (then: () => void): void => {
    const ask = holds.at(-1);
    if (ask === undefined) then();
    else ask(then);
  };
  const put = (to: Route): void => {
    page.history.replaceState(null, '', toHash(to));
    store.setState(to, true);
  };
  const follow = () => {
    const to = fromHash(page.location.hash);
    if (holds.length === 0) return store.setState(to, true);
    // The browser has already navigated: restore the address until the user has answered.
    page.history.pushState(null, '', toHash(store.getState()));
    leave(() => put(to));
  };
  page.addEventListener('popstate', follow);
  return Object.assign(store, {
    go: (to: Route) =>
      leave(() => {
        if (toHash(to) !== page.location.hash) page.history.pushState(null, '', toHash(to));
        store.setState(to, true);
      }),
    replace: (to: Route) => leave(() => put(to)),
    hold(ask: Hold) {
      holds.push(ask);
      return () => {
        if (holds.includes(ask)) holds.splice(holds.indexOf(ask), 1);
      };
    },
    close: () => page.removeEventListener('popstate', follow),
  });
}
