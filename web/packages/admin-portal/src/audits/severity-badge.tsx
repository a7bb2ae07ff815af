import { StatusBadge } from '@gatehouse/ui'
import { IconAlertCircle, IconAlertTriangle, IconCircleX, IconInfoCircle } from '@tabler/icons-react'
import type { Audit } from '../wire'
import { useT } from './audits.texts'

const LOOKS = {
  Info: { tone: 'neutral', icon: IconInfoCircle },
  Medium: { tone: 'info', icon: IconAlertCircle },
  High: { tone: 'warning', icon: IconAlertTriangle },
  Error: { tone: 'danger', icon: IconCircleX },
  Critical: { tone: 'danger', icon: IconAlertTriangle },
} as const

export function SeverityBadge({ severity }: Pick<Audit, 'severity'>) {
  const t = useT()
  return <StatusBadge {...LOOKS[severity]}>{t(`severity.${severity}`)}</StatusBadge>
}
