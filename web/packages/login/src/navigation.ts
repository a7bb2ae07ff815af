/** Where the browser is. `step` tells apart the steps of one page, so that going back goes one step back. */
export interface Place {
  readonly path: string
  readonly search: string
  readonly step?: string | undefined
}

/** What the pages need of a router. An app that has one hands in its own. */
export interface Navigation {
  getPlace(): Place
  subscribe(listener: () => void): () => void
  go(to: string, options?: { readonly replace?: boolean; readonly step?: string }): void
}

/** The browser's own history: all that pages with fixed paths need. */
export function browserNavigation(): Navigation {
  const read = (): Place => ({ path: location.pathname, search: location.search, step: history.state?.step })
  let place = read()
  const listeners = new Set<() => void>()
  const arrive = () => {
    place = read()
    for (const listener of listeners) listener()
  }
  return {
    getPlace: () => place,
    subscribe(listener) {
      if (listeners.size === 0) window.addEventListener('popstate', arrive)
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('popstate', arrive)
      }
    },
    go(to, { replace = false, step } = {}) {
      history[replace ? 'replaceState' : 'pushState'](step ? { step } : null, '', to)
      arrive()
    },
  }
}
