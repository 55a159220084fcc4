import { createStore, type StoreApi } from 'zustand/vanilla';

export const screens = ['machines', 'chat', 'clients', 'certificates', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Where the window is. It stands in the URL's fragment, so that a reload stays there. */
export type Route =
  | { readonly screen: Exclude<Screen, 'chat'> }
  | { readonly screen: 'chat'; readonly conversationId: string | null }
  /** The form of a system; null sets up a new one. */
  | { readonly screen: 'system'; readonly systemId: string | null };

export interface RouteStore extends StoreApi<Route> {
  go(to: Route): void;
  /** Changes the place without a step to go back to. */
  replace(to: Route): void;
  close(): void;
}

const home: Route = { screen: 'machines' };

/** The fragment of a place: `#/chat/c1`. */
export function toHash(route: Route): string {
  const rest =
    route.screen === 'chat'
      ? route.conversationId
      : route.screen === 'system'
        ? (route.systemId ?? 'new')
        : null;
  return `#/${route.screen}${rest === null ? '' : `/${encodeURIComponent(rest)}`}`;
}

/** The place of a fragment; the machines for one that names none. */
export function fromHash(hash: string): Route {
  const [, name, encoded] = /^#\/([a-z]+)(?:\/([^/]+))?$/.exec(hash) ?? [];
  const rest = decoded(encoded);
  if (name === 'chat') return { screen: 'chat', conversationId: rest };
  if (name === 'system' && rest !== null) {
    return { screen: 'system', systemId: rest === 'new' ? null : rest };
  }
  const screen = screens.find((known) => known === name);
  return screen && screen !== 'chat' ? { screen } : home;
}

function decoded(text: string | undefined): string | null {
  if (text === undefined) return null;
  try {
    return decodeURIComponent(text);
  } catch {
    // not written by this app: names no place
    return null;
  }
}

/** The path that opens a screen from the sidebar or by a key. */
export function placeOf(screen: Screen): Route {
  return screen === 'chat' ? { screen, conversationId: null } : { screen };
}

export function createRouteStore(page: Window): RouteStore {
  const store = createStore<Route>(() => fromHash(page.location.hash));
  const follow = () => store.setState(fromHash(page.location.hash), true);
  page.addEventListener('popstate', follow);
  return Object.assign(store, {
    go(to: Route) {
      if (toHash(to) !== page.location.hash) page.history.pushState(null, '', toHash(to));
      store.setState(to, true);
    },
    replace(to: Route) {
      page.history.replaceState(null, '', toHash(to));
      store.setState(to, true);
    },
    close: () => page.removeEventListener('popstate', follow),
  });
}
