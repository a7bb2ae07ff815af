import { StatusBadge } from '@gatehouse/ui'
import { useT } from '../texts'
import { type LicenseState, stateOf } from './license-state'
import type { License } from './licenses.queries'

const LOOKS = {
  trial: ['info', 'license.trial'],
  trialOver: ['warning', 'license.trialOver'],
  good: ['success', 'license.paid'],
  granted: ['success', 'license.granted'],
  grantedOver: ['neutral', 'license.ended'],
  ending: ['warning', 'license.ending'],
  pausing: ['warning', 'license.pausing'],
  pastDue: ['danger', 'license.pastDue'],
  paused: ['warning', 'license.paused'],
  lasting: ['warning', 'license.canceled'],
  ended: ['neutral', 'license.ended'],
  stopped: ['danger', 'license.stopped'],
} as const satisfies Record<LicenseState, readonly [string, string]>

export function LicenseBadge({ license }: { readonly license: License }) {
  const t = useT()
  const [tone, text] = LOOKS[stateOf(license)]
  return <StatusBadge tone={tone}>{t(text)}</StatusBadge>
}
