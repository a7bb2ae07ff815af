import { useCallback, useState, useSyncExternalStore } from 'react'
import { useLogin } from '../context'
import { type Found, type Steps, stepAt } from './flow'

interface FlowOptions<Facts> {
  readonly steps: Steps<Facts>
  readonly first: string
  /** Facts that are known before the first step. */
  readonly facts: Found<Facts>
}

/**
 * Runs a page with several steps. The current step is kept only in the browser's history, so that going back and
 * reloading work; the facts are kept only in memory.
 */
export function useFlow<Facts extends { email: string }>({ steps, first, facts: known }: FlowOptions<Facts>) {
  const { session, isIn, step: wanted, email, goToStep } = useLogin()
  const [found] = useState(() => remember(known))
  const facts = useSyncExternalStore(found.subscribe, found.read)
  const step = stepAt(steps, first, wanted, facts)
  const { learn } = found
  const { Component, passes = false } = steps[step] ?? neverHere(step)

  const go = useCallback(
    (next: string, more: Found<Facts> = {}) => {
      // The page redirects signed-in users itself; another history entry would lead back to it.
      if (isIn(session.getSnapshot())) return
      learn(more)
      if (stepAt(steps, '', next, found.read()) !== next && next !== first) {
        throw new Error(`The step "${next}" does not exist, or something that it takes is not known.`)
      }
      goToStep(next, found.read().email ?? email, passes)
    },
    [session, isIn, steps, first, found, learn, email, goToStep, passes],
  )
  return { step, Component, props: { facts: facts as Facts, isFirst: step === first, go, learn } }
}

function neverHere(step: string): never {
  throw new Error(`There is no step "${step}".`)
}

/** Creates a store outside of React's state: the history entry changes at once, and the facts must be there by then. */
function remember<Facts>(known: Found<Facts>) {
  let facts = known
  const listeners = new Set<() => void>()
  return {
    read: () => facts,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    learn(more: Found<Facts>) {
      facts = { ...facts, ...more }
      for (const listener of listeners) listener()
    },
  }
}
