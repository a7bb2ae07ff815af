/** State that the browser's history keeps for a step, including after a reload. */
export interface HistoryState {
  /** Distinguishes the steps of one page, so that going back returns to the previous step. */
  readonly step?: string | undefined
  /** The email typed so far, so that it does not have to be typed again. */
  readonly email?: string | undefined
}

/** The current location of the browser. */
export interface Place extends HistoryState {
  readonly path: string
  readonly search: string
}

export interface GoOptions extends HistoryState {
  /** Replaces the current history entry. */
  readonly replace?: boolean
}

/** What the login pages need from a router. Apps with a router pass their own. */
export interface Navigation {
  getPlace(): Place
  subscribe(listener: () => void): () => void
  go(to: string, options?: GoOptions): void
  /** Returns the `href` of a link to a path; the path itself if not implemented. */
  hrefOf?(to: string): string
}

/** Uses the browser's history, for pages with fixed paths. */
export const browserNavigation = (): Navigation =>
  createNavigation(
    () => location,
    (to) => to,
  )

/** Uses paths behind `#`, for products whose server serves a single address. */
export const hashNavigation = (): Navigation =>
  createNavigation(
    () => new URL(location.hash.slice(1) || '/', location.origin),
    (to) => `#${to}`,
  )

function createNavigation(getUrl: () => Pick<URL, 'pathname' | 'search'>, hrefOf: (to: string) => string): Navigation {
  const read = (): Place => ({
    path: getUrl().pathname,
    search: getUrl().search,
    ...(history.state as HistoryState | null),
  })
  let place = read()
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  return {
    // The product's own router changes the location, too, while these pages may be mounted or not.
    getPlace() {
      const now = read()
      if (!isSamePlace(place, now)) place = now
      return place
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', notify)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', notify)
      }
    },
    go(to, { replace = false, ...mark } = {}) {
      history[replace ? 'replaceState' : 'pushState'](mark, '', hrefOf(to))
      notify()
    },
    hrefOf,
  }
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.path === other.path && one.search === other.search && one.step === other.step && one.email === other.email
