import { usePermissions } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../billing/dates'
import { isForSale, type LicenseState, stateOf } from '../billing/license-state'
import type { License } from '../billing/licenses.queries'
import { useT } from '../texts'

const TONES = {
  trial: 'info',
  trialOver: 'warning',
  good: 'success',
  ending: 'warning',
  pastDue: 'danger',
  paused: 'warning',
  ended: 'info',
} as const satisfies Record<LicenseState, string>

interface Props {
  readonly license: License
  /** There are others, so it has to be said which one is meant. */
  readonly named: boolean
}

/** Is my license good, and what should I do next. */
export function StatusPanel({ license, named }: Props) {
  const t = useT()
  const state = stateOf(license)
  const { title, text } = useWords(license, state)
  return (
    <InlineAlert
      tone={TONES[state]}
      title={named ? t('status.ofOne', { name: license.name, title }) : title}
      action={<NextStep license={license} state={state} />}
    >
      {text}
    </InlineAlert>
  )
}

function useWords(license: License, state: LicenseState): { title: string; text: string } {
  const t = useT()
  const { nextPayment, status } = license.billing ?? {}
  const end = status && 'deactivationAt' in status ? status.deactivationAt : undefined
  switch (state) {
    case 'trial':
      return { title: t('status.trialTitle', { count: license.daysLeft ?? 0 }), text: t('status.trial') }
    case 'trialOver':
      return { title: t('status.trialOverTitle'), text: t('status.trialOver') }
    case 'pastDue':
      return { title: t('status.pastDueTitle'), text: t('status.pastDue') }
    case 'ending':
      return { title: t('status.endingTitle', { date: formatDay(end ?? '') }), text: t('status.ending') }
    case 'paused':
      return { title: t('status.pausedTitle'), text: t('status.paused') }
    case 'good':
      return {
        title: t('status.goodTitle'),
        text: nextPayment ? t('status.good', { date: formatDay(nextPayment) }) : t('status.goodOpen'),
      }
    default:
      return { title: t('status.endedTitle'), text: t('status.ended') }
  }
}

function NextStep({ license, state }: { readonly license: License; readonly state: LicenseState }) {
  const t = useT()
  const can = usePermissions()
  const { fingerprint } = license
  if (!can('licensing.write.billing')) return null
  if (isForSale(state))
    return (
      <Button component={Link} to="/billing/edit/$fingerprint" params={{ fingerprint } as never} size="sm">
        {t(state === 'ended' ? 'license.subscribeAgain' : 'license.subscribe')}
      </Button>
    )
  if (state === 'pastDue')
    return (
      <Button component={Link} to="/billing/update-payment" search={{ fingerprint } as never} size="sm">
        {t('license.updatePayment')}
      </Button>
    )
  return null
}
