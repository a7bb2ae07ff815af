export interface ToastOptions {
  /** One toast at a time for the same thing: a second call replaces the first. */
  id?: string
  /** A way back, such as undo for a setting that was saved at once. */
  action?: { label: string; onClick: () => void }
}

export type ToastKind = 'success' | 'error' | 'info' | 'warning'
