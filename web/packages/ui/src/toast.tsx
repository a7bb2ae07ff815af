import { useComputedColorScheme } from '@mantine/core'
import type { ReactNode } from 'react'
import { ToastContainer, toast as toastify } from 'react-toastify'
import classes from './toast.module.css'

/** Where toasts appear. `UiProvider` renders it once. */
export function Toasts() {
  const scheme = useComputedColorScheme('light')
  return (
    <ToastContainer
      className={classes.region}
      toastClassName={classes.toast}
      position="top-center"
      autoClose={5000}
      hideProgressBar
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      theme={scheme}
    />
  )
}

interface ToastOptions {
  /** One toast at a time for the same thing: a second call replaces the first. */
  id?: string
  /** A way back, such as undo for a setting that was saved at once. */
  action?: { label: string; onClick: () => void }
}

type Kind = 'success' | 'error' | 'info' | 'warning'

function show(kind: Kind, message: ReactNode, { id, action }: ToastOptions = {}): void {
  const content = action ? <WithAction message={message} {...action} /> : message
  if (id && toastify.isActive(id)) toastify.update(id, { render: content, type: kind, autoClose: 5000 })
  else toastify[kind](content, id ? { toastId: id } : {})
}

function WithAction({ message, label, onClick }: { message: ReactNode; label: string; onClick: () => void }) {
  return (
    <span className={classes.row}>
      <span>{message}</span>
      <button type="button" className={classes.action} onClick={onClick}>
        {label}
      </button>
    </span>
  )
}

export const toast = {
  success: (message: ReactNode, options?: ToastOptions) => show('success', message, options),
  error: (message: ReactNode, options?: ToastOptions) => show('error', message, options),
  info: (message: ReactNode, options?: ToastOptions) => show('info', message, options),
  warning: (message: ReactNode, options?: ToastOptions) => show('warning', message, options),
  dismiss: (id?: string) => toastify.dismiss(id),
}
