import { useEffect, useSyncExternalStore } from 'react'

/** A form with unsaved changes. */
type Holder = symbol

const registered = new Set<Holder>()
const givenUp = new Set<Holder>()
const listeners = new Set<() => void>()
let question: ((mayLeave: boolean) => void) | null = null

/** Whether the page has unsaved changes. */
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

/** Registers unsaved changes: while `dirty`, leaving the page or closing the window asks first. */
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

/** Discards the current unsaved changes without asking. */
export function giveUpUnsaved(): void {
  for (const holder of registered) givenUp.add(holder)
  changed()
}

/** Asks whether unsaved changes may be discarded. True if there are none or the user agreed. */
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

/** Runs an action that leaves the page, if the user agrees. If it fails, the unsaved changes are protected again. */
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
