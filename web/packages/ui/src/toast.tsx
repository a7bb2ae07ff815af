import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { ToastKind, ToastOptions } from './toast-options'

// Loaded with the first toast: the login page seldom has one, and its first load is on a budget.
const load = () => import('./toast-region')
const Region = lazy(() => load().then(({ ToastRegion }) => ({ default: ToastRegion })))

let isNeeded = false
const watchers = new Set<() => void>()

function need() {
  isNeeded = true
  for (const notify of watchers) notify()
  return load()
}

function watch(notify: () => void) {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

/** Where toasts appear. `UiProvider` renders it once. */
export function Toasts() {
  const needed = useSyncExternalStore(watch, () => isNeeded)
  return needed ? (
    <Suspense>
      <Region />
    </Suspense>
  ) : null
}

const show =
  (kind: ToastKind) =>
  (message: ReactNode, options: ToastOptions = {}) => {
    void need().then((region) => region.show(kind, message, options))
  }

export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  dismiss: (id?: string) => {
    if (isNeeded) void load().then((region) => region.dismiss(id))
  },
}
