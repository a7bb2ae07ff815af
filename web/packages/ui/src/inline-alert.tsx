import { IconAlertCircle, IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './inline-alert.module.css'

const ICONS = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconAlertCircle,
  info: IconInfoCircle,
} as const

interface InlineAlertProps {
  tone?: keyof typeof ICONS
  title?: ReactNode
  children?: ReactNode
  /** A button or link that resolves it. */
  action?: ReactNode
}

/** An inline message. Screen readers announce `danger` immediately and the others politely. */
export function InlineAlert({ tone = 'info', title, children, action }: InlineAlertProps) {
  const Icon = ICONS[tone]
  return (
    <div className={classes.box} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon size={18} stroke={1.75} className={classes.icon} aria-hidden />
      <div className={classes.body}>
        <div className={classes.text}>
          {title && <div className={classes.title}>{title}</div>}
          {children}
        </div>
        {action}
      </div>
    </div>
  )
}
