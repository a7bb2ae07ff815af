import { type ReactNode, useSyncExternalStore } from 'react'
import { loadChunk } from './first-paint/chunk'
import classes from './toast.module.css'
import type { ToastKind, ToastOptions } from './toast-options'

interface ToastState {
  /** Loaded with the first toast, to keep the login page's first load small. */
  readonly region?: typeof import('./toast-region')
  /** The newest message, if the region's script fails to load. */
  readonly plain?: ReactNode
}

let state: ToastState = {}
const watchers = new Set<() => void>()

function set(next: ToastState) {
  state = next
  for (const notify of watchers) notify()
}

function watch(notify: () => void) {
  watchers.add(notify)
  return () => watchers.delete(notify)
}

/** The container of toasts. `UiProvider` renders it once. */
export function Toasts() {
  const { region, plain } = useSyncExternalStore(watch, () => state)
  if (region) return <region.ToastRegion />
  return (
    plain && (
      <div role="status" className={classes.plain}>
        {plain}
      </div>
    )
  )
}

const show =
  (kind: ToastKind) =>
  (message: ReactNode, options: ToastOptions = {}): void => {
    loadChunk(() => import('./toast-region')).then(
      (region) => {
        if (!state.region) set({ region })
        region.show(kind, message, options)
      },
      () => set({ plain: message }),
    )
  }

export const toast = {
  success: show('success'),
  error: show('error'),
  info: show('info'),
  warning: show('warning'),
  dismiss: (id?: string) => {
    if (state.region) state.region.dismiss(id)
    else set({})
  },
}
