export interface Store<State> {
  getSnapshot(): State
  subscribe(listener: () => void): () => void
  set(state: State): void
}

/** A minimal store, compatible with React's `useSyncExternalStore`. */
export function createStore<State>(initial: State): Store<State> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    getSnapshot: () => current,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    set(state) {
      current = state
      for (const listener of listeners) listener()
    },
  }
}
