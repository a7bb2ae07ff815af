import { useEffect, useSyncExternalStore } from 'react'

/** A form with unsaved changes. */
type UnsavedForm = symbol

const registered = new Set<UnsavedForm>()
const discarded = new Set<UnsavedForm>()
const listeners = new Set<() => void>()
let question: ((leaves: boolean) => void) | null = null

/** Whether the page has unsaved changes. */
export const hasUnsaved = (): boolean => registered.size > discarded.size

const hasQuestion = (): boolean => question !== null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function notifyListeners(): void {
  if (hasUnsaved()) window.addEventListener('beforeunload', warnBeforeUnload)
  else window.removeEventListener('beforeunload', warnBeforeUnload)
  for (const listener of listeners) listener()
}

function warnBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Registers unsaved changes: while `dirty`, leaving the page or closing the window asks first. */
export function useUnsaved(dirty: boolean): void {
  useEffect(() => {
    if (!dirty) return
    const holder: UnsavedForm = Symbol('unsaved')
    registered.add(holder)
    notifyListeners()
    return () => {
      registered.delete(holder)
      discarded.delete(holder)
      notifyListeners()
    }
  }, [dirty])
}

export const useHasUnsaved = (): boolean => useSyncExternalStore(subscribe, hasUnsaved)

export const useHasQuestion = (): boolean => useSyncExternalStore(subscribe, hasQuestion)

/** Discards the current unsaved changes without asking. */
export function discardUnsaved(): void {
  for (const holder of registered) discarded.add(holder)
  notifyListeners()
}

/** Asks whether unsaved changes may be discarded. True if there are none or the user agreed. */
export function confirmLeave(): Promise<boolean> {
  if (!hasUnsaved()) return Promise.resolve(true)
  question?.(false)
  return new Promise((resolve) => {
    question = resolve
    notifyListeners()
  })
}

export function answerLeaveQuestion(leaves: boolean): void {
  const resolve = question
  question = null
  if (leaves) discardUnsaved()
  else notifyListeners()
  resolve?.(leaves)
}

/** Runs an action that leaves the page, if the user agrees. If it fails, the unsaved changes are protected again. */
export async function leavePage(action: () => unknown): Promise<void> {
  if (!(await confirmLeave())) return
  try {
    await action()
  } catch (error) {
    discarded.clear()
    notifyListeners()
    throw error
  }
}
