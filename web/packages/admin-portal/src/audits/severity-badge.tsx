import { StatusBadge } from '@gatehouse/ui'
import type { Audit } from '../wire'
import { useT } from './audits.texts'

const TONES = { Info: 'neutral', Medium: 'info', High: 'warning', Error: 'danger', Critical: 'danger' } as const

export function SeverityBadge({ severity }: Pick<Audit, 'severity'>) {
  const t = useT()
  return <StatusBadge tone={TONES[severity]}>{t(`severity.${severity}`)}</StatusBadge>
}
