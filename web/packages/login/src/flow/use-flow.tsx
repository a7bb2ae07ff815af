import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLogin } from '../context'
import { type Patch, resolveStep, type Steps } from './flow'

interface FlowOptions<Facts> {
  readonly steps: Steps<Facts>
  readonly first: string
  /** Facts that are known before the first step. */
  readonly facts: Patch<Facts>
}

/**
 * Runs a page with several steps. The current step is kept only in the browser's history, so that going back and
 * reloading work; the facts are kept only in memory.
 */
export function useFlow<Facts extends { email: string }>({ steps, first, facts: initial }: FlowOptions<Facts>) {
  const { session, isSignedIn, step: wanted, email, goToStep } = useLogin()
  const [store] = useState(() => createFactStore(initial))
  const facts = useSyncExternalStore(store.subscribe, store.read)
  const step = resolveStep(steps, first, wanted, facts)
  const { setFacts } = store
  const { Component, skipInHistory = false } = steps[step] ?? failUnknownStep(step)

  const go = useCallback(
    (next: string, patch: Patch<Facts> = {}) => {
      // The page redirects signed-in users itself; another history entry would lead back to it.
      if (isSignedIn(session.getSnapshot())) return
      setFacts(patch)
      if (resolveStep(steps, '', next, store.read()) !== next && next !== first) {
        throw new Error(`The step "${next}" is unknown or lacks a fact.`)
      }
      goToStep(next, store.read().email ?? email, skipInHistory)
    },
    [session, isSignedIn, steps, first, store, setFacts, email, goToStep, skipInHistory],
  )
  return { step, Component, props: { facts: facts as Facts, isFirst: step === first, go, setFacts } }
}

function failUnknownStep(step: string): never {
  throw new Error(`There is no step "${step}".`)
}

/** Creates a store outside of React's state: the history entry changes at once, and the facts must be there by then. */
function createFactStore<Facts>(initial: Patch<Facts>) {
  let facts = initial
  const listeners = new Set<() => void>()
  return {
    read: () => facts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setFacts(patch: Patch<Facts>) {
      facts = { ...facts, ...patch }
      for (const listener of listeners) listener()
    },
  }
}
