import { createStore, type StoreApi } from 'zustand/vanilla';

export const screens = ['machines', 'chat', 'clients', 'certificates', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Where the window is. It stands in the URL's fragment, so that a reload stays there. */
export type Route =
  | { readonly screen: 'settings' }
  /** With the id of the certificate that is pointed out. */
  | { readonly screen: 'certificates'; readonly certificateId?: string }
  /** With the name of the machine whose detail is open. */
  | { readonly screen: 'machines'; readonly machine?: string }
  | { readonly screen: 'chat'; readonly conversationId: string | null }
  /** With the id (not the Client ID) of the client that is open. */
  | { readonly screen: 'clients'; readonly clientId?: string }
  /** The form of a system; null sets up a new one. */
  | { readonly screen: 'system'; readonly systemId: string | null };

export interface RouteStore extends StoreApi<Route> {
  go(to: Route): void;
  /** Changes the place without a step to go back to. */
  replace(to: Route): void;
  close(): void;
}

const home: Route = { screen: 'machines' };

/** What a place has beyond its screen. */
function itemOf(route: Route): string | null {
  if (route.screen === 'machines') return route.machine ?? null;
  if (route.screen === 'chat') return route.conversationId;
  if (route.screen === 'clients') return route.clientId ?? null;
  if (route.screen === 'certificates') return route.certificateId ?? null;
  return route.screen === 'system' ? (route.systemId ?? 'new') : null;
}

/** The fragment of a place: `#/chat/c1`. */
export function toHash(route: Route): string {
  const item = itemOf(route);
  return `#/${route.screen}${item === null ? '' : `/${encodeURIComponent(item)}`}`;
}

/** The place of a fragment; the machines for one that names none. */
export function fromHash(hash: string): Route {
  const [, name, encoded] = /^#\/([a-z]+)(?:\/([^/]+))?$/.exec(hash) ?? [];
  const item = decoded(encoded);
  switch (name) {
    case 'machines':
      return item === null ? home : { screen: name, machine: item };
    case 'chat':
      return { screen: name, conversationId: item };
    case 'clients':
      return item === null ? { screen: name } : { screen: name, clientId: item };
    case 'certificates':
      return item === null ? { screen: name } : { screen: name, certificateId: item };
    case 'settings':
      return { screen: name };
    case 'system':
      return item === null ? home : { screen: name, systemId: item === 'new' ? null : item };
    default:
      return home;
  }
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
