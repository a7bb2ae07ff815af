import { StatusBadge } from '@gatehouse/ui'
import { IconBan, IconClockX, IconPlayerPause } from '@tabler/icons-react'
import type { License } from '../wire'
import { useT } from './licenses.texts'

const LOOKS = {
  VALID: { tone: 'success' },
  PAST_DUE: { tone: 'warning' },
  PAUSED: { tone: 'neutral', icon: IconPlayerPause },
  EXPIRED: { tone: 'neutral', icon: IconClockX },
  SUSPENDED: { tone: 'warning', icon: IconPlayerPause },
  REVOKED: { tone: 'danger', icon: IconBan },
} as const

/** License status as tools see it. */
export function LicenseState({ state }: Pick<License, 'state'>) {
  const t = useT()
  return <StatusBadge {...LOOKS[state]}>{t(`state.${state}`)}</StatusBadge>
}
