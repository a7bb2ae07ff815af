export interface ToastOptions {
  /** A second toast with the same id replaces the first. */
  id?: string
  /** An action such as undo, for a setting that was saved immediately. */
  action?: { label: string; onClick: () => void }
}

export type ToastKind = 'success' | 'error' | 'info' | 'warning'
