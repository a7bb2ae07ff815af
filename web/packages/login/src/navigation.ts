/** State that the browser's history keeps for a step, including after a reload. */
export interface Mark {
  /** Distinguishes the steps of one page, so that going back returns to the previous step. */
  readonly step?: string | undefined
  /** The email typed so far, so that it does not have to be typed again. */
  readonly email?: string | undefined
}

/** The current location of the browser. */
export interface Place extends Mark {
  readonly path: string
  readonly search: string
}

export interface GoOptions extends Mark {
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
  navigationBy(
    () => location,
    (to) => to,
  )

/** Uses paths behind `#`, for products whose server serves a single address. */
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
    // The product's own router changes the location, too, while these pages may be mounted or not.
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
