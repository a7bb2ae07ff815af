import { useEffect, useSyncExternalStore } from 'react'

/** A form with typed work in it. */
type Holder = symbol

const registered = new Set<Holder>()
const givenUp = new Set<Holder>()
const listeners = new Set<() => void>()
let question: ((mayLeave: boolean) => void) | null = null

/** Whether anything typed on this page would be lost with it. */
export const hasUnsaved = (): boolean => registered.size > givenUp.size

const isAsking = (): boolean => question !== null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  if (hasUnsaved()) window.addEventListener('beforeunload', keepOpen)
  else window.removeEventListener('beforeunload', keepOpen)
  for (const listener of listeners) listener()
}

function keepOpen(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Registers typed work: while `dirty`, every way off the page asks first, closing the window included. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const holder: Holder = Symbol('unsaved')
    registered.add(holder)
    changed()
    return () => {
      registered.delete(holder)
      givenUp.delete(holder)
      changed()
    }
  }, [dirty])
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved)

export const useIsAsking = (): boolean => useSyncExternalStore(subscribe, isAsking)

/** Nothing asks any more about what is unsaved now. */
export function giveUpUnsaved(): void {
  for (const holder of registered) givenUp.add(holder)
  changed()
}

/** True when nothing is unsaved, or the person gave it up. */
export function mayLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  question?.(false)
  return new Promise((resolve) => {
    question = resolve
    changed()
  })
}

export function answer(leaves: boolean): void {
  const resolve = question
  question = null
  if (leaves) giveUpUnsaved()
  else changed()
  resolve?.(leaves)
}

/** Does what takes the person off the page, if they may leave. When it fails they are still there, and so is their work. */
export async function leave(action: () => unknown): Promise<void> {
  if (!(await mayLeave())) return
  try {
    await action()
  } catch (error) {
    givenUp.clear()
    changed()
    throw error
  }
}
