import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconInfoCircle,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './status-badge.module.css'

const ICONS = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleDashed,
} as const

interface StatusBadgeProps {
  tone?: keyof typeof ICONS
  icon?: TablerIcon
  /** The status as a word. Color and icon only support it. */
  children: ReactNode
}

export function StatusBadge({ tone = 'neutral', icon, children }: StatusBadgeProps) {
  const Icon = icon ?? ICONS[tone]
  return (
    <span className={classes.badge} data-tone={tone}>
      <Icon size={14} stroke={2} aria-hidden />
      {children}
    </span>
  )
}
