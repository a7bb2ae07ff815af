/** What the browser's history keeps of a step, through reloads too. */
export interface Mark {
  /** Tells apart the steps of one page, so that going back goes one step back. */
  readonly step?: string | undefined
  /** As typed so far, so that nobody types it twice. */
  readonly email?: string | undefined
}

/** Where the browser is. */
export interface Place extends Mark {
  readonly path: string
  readonly search: string
}

export interface GoOptions extends Mark {
  /** In the place of where the browser is, so that going back leads past it. */
  readonly replace?: boolean
}

/** What the pages need of a router. An app that has one hands in its own. */
export interface Navigation {
  getPlace(): Place
  subscribe(listener: () => void): () => void
  go(to: string, options?: GoOptions): void
  /** What a link to a path says; the path itself when left out. */
  hrefOf?(to: string): string
}

/** The browser's own history: all that pages with fixed paths need. */
export const browserNavigation = (): Navigation =>
  navigationBy(
    () => location,
    (to) => to,
  )

/** The same behind `#`, for products whose server knows one address only. */
export const hashNavigation = (): Navigation =>
  navigationBy(
    () => new URL(location.hash.slice(1) || '/', location.origin),
    (to) => `#${to}`,
  )

function navigationBy(at: () => Pick<URL, 'pathname' | 'search'>, hrefOf: (to: string) => string): Navigation {
  const read = (): Place => ({ path: at().pathname, search: at().search, ...(history.state as Mark | null) })
  let place = read()
  const listeners = new Set<() => void>()
  const arrive = () => {
    for (const listener of listeners) listener()
  }
  return {
    // A product's own router moves, too, and these pages may come and go with it.
    getPlace() {
      const now = read()
      if (!isSame(place, now)) place = now
      return place
    },
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', arrive)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', arrive)
      }
    },
    go(to, { replace = false, ...mark } = {}) {
      history[replace ? 'replaceState' : 'pushState'](mark, '', hrefOf(to))
      arrive()
    },
    hrefOf,
  }
}

const isSame = (one: Place, other: Place): boolean =>
  one.path === other.path && one.search === other.search && one.step === other.step && one.email === other.email
