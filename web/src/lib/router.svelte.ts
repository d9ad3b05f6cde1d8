// Selects the screen by the address.

export type Route =
  | { screen: 'home' }
  | { screen: 'table'; code: string; key: string }
  | { screen: 'replay'; code: string; key: string }
  | { screen: 'luck'; code: string; key: string }
  | { screen: 'rules'; book: string; rule: string }
  | { screen: 'designer'; tab: string }
  | { screen: 'missing' };

export function routeOf(path: string, hash: string): Route {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [first, second, third] = parts;
  const key = hash.replace(/^#/, '');
  if (first === undefined) return { screen: 'home' };
  if (first === 't' && second !== undefined && parts.length === 2) return { screen: 'table', code: second, key };
  if (first === 't' && second !== undefined && third === 'replay') return { screen: 'replay', code: second, key };
  if (first === 't' && second !== undefined && third === 'luck') return { screen: 'luck', code: second, key };
  if (first === 'rules') return { screen: 'rules', book: second ?? '', rule: key };
  if (first === 'designer') return { screen: 'designer', tab: second ?? 'odds' };
  return { screen: 'missing' };
}

class Router {
  route = $state.raw<Route>(routeOf(location.pathname, location.hash));

  constructor() {
    const update = () => (this.route = routeOf(location.pathname, location.hash));
    addEventListener('popstate', update);
    addEventListener('hashchange', update);
  }

  go(path: string): void {
    history.pushState(null, '', path);
    this.route = routeOf(location.pathname, location.hash);
    scrollTo(0, 0);
  }

  /** For links: an ordinary click is handled without loading a page. */
  follow = (event: MouseEvent): void => {
    const link = event.currentTarget as HTMLAnchorElement;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.go(link.getAttribute('href') ?? '/');
  };
}

export const router = new Router();
