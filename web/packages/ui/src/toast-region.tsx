import { useComputedColorScheme, useDirection } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Id, ToastContainer, toast as toastify } from 'react-toastify'
import classes from './toast.module.css'
import type { ToastKind, ToastOptions } from './toast-options'

const SHORT_MS = 5000
/** Leaves enough time to reach the action, including by keyboard. */
const WITH_ACTION_MS = 15_000

export function ToastRegion() {
  const { dir } = useDirection()
  const scheme = useComputedColorScheme('light')
  return (
    <ToastContainer
      className={classes.region}
      toastClassName={classes.toast}
      position="top-center"
      autoClose={SHORT_MS}
      hideProgressBar
      closeOnClick
      pauseOnHover
      pauseOnFocusLoss
      theme={scheme}
      rtl={dir === 'rtl'}
    />
  )
}

/** The last success toast. Several would cover the page's title. */
let lastSuccess: Id | undefined

export function show(kind: ToastKind, message: ReactNode, { id, action }: ToastOptions): void {
  const content = action ? <WithAction message={message} {...action} /> : message
  const autoClose = action ? WITH_ACTION_MS : SHORT_MS
  if (id && toastify.isActive(id)) toastify.update(id, { render: content, type: kind, autoClose })
  else {
    const shown = toastify[kind](content, id ? { toastId: id, autoClose } : { autoClose })
    if (kind !== 'success' || action || id) return
    if (lastSuccess) toastify.dismiss(lastSuccess)
    lastSuccess = shown
  }
}

export function dismiss(id?: string): void {
  toastify.dismiss(id)
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
