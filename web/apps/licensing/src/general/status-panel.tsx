import { usePermissions } from '@gatehouse/react'
import { InlineAlert } from '@gatehouse/ui'
import { formatDay } from '../billing/dates'
import { NextAction } from '../billing/license-actions'
import { type LicenseState, seatsLeft, stateOf } from '../billing/license-state'
import type { License } from '../billing/licenses.queries'
import { useSellsLicenses } from '../config/config.queries'
import { t, useT } from '../texts'

const TONES = {
  trial: 'info',
  trialOver: 'warning',
  good: 'success',
  granted: 'success',
  grantedOver: 'warning',
  full: 'warning',
  ending: 'warning',
  pausing: 'warning',
  pastDue: 'danger',
  paused: 'warning',
  lasting: 'warning',
  ended: 'info',
  stopped: 'danger',
} as const satisfies Record<LicenseState | 'full', string>

/** What to do where nothing can be bought, changed or paid. */
const ISSUED_TEXTS = {
  trial: 'status.trialIssued',
  trialOver: 'status.trialOverIssued',
  full: 'status.fullIssued',
  pastDue: 'status.grantedOver',
  ended: 'status.grantedOver',
} as const

const hasIssuedText = (situation: LicenseState | 'full'): situation is keyof typeof ISSUED_TEXTS =>
  situation in ISSUED_TEXTS

interface Props {
  readonly license: License
  /** There are others, so it has to be said which one is meant. */
  readonly named: boolean
}

/** Is my license good, and what should I do next. */
export function StatusPanel({ license, named }: Props) {
  const t = useT()
  const can = usePermissions()
  const state = stateOf(license)
  const situation = state === 'good' && seatsLeft(license) === 0 ? 'full' : state
  const { title, text } = useWords(license, situation)
  const sellsLicenses = useSellsLicenses()
  const isActing = !['good', 'granted'].includes(situation) && can('licensing.write.billing')
  return (
    <InlineAlert
      tone={TONES[situation]}
      title={named ? t('status.ofOne', { name: license.name, title }) : title}
      action={isActing && <NextAction license={license} state={state} />}
    >
      {!sellsLicenses && hasIssuedText(situation) ? t(ISSUED_TEXTS[situation]) : text}
    </InlineAlert>
  )
}

function useWords(license: License, situation: LicenseState | 'full'): { title: string; text: string } {
  const t = useT()
  const { nextPayment, status } = license.billing ?? {}
  switch (situation) {
    case 'trial':
      return { title: t('status.trialTitle', { count: license.daysLeft ?? 0 }), text: t('status.trial') }
    case 'trialOver':
      return { title: t('status.trialOverTitle'), text: t('status.trialOver') }
    case 'pastDue':
      return { title: t('status.pastDueTitle'), text: pastDueText(license) }
    case 'ending':
      return {
        title: t('status.endingTitle', { date: formatDay(status?.deactivationAt ?? '') }),
        text: t('status.ending'),
      }
    case 'lasting':
      return { title: t('status.endingTitle', { date: formatDay(license.validTo ?? '') }), text: t('status.ending') }
    case 'pausing':
      return { title: t('status.pausingTitle', { date: formatDay(status?.pauseAt ?? '') }), text: t('status.pausing') }
    case 'paused':
      return { title: t('status.pausedTitle'), text: t('status.paused') }
    case 'full':
      return { title: t('status.fullTitle'), text: t('status.full') }
    case 'good':
      return {
        title: t('status.goodTitle'),
        text: nextPayment ? t('status.good', { date: formatDay(nextPayment) }) : t('status.goodOpen'),
      }
    case 'granted':
      return {
        title: t('status.goodTitle'),
        text: license.validTo ? t('status.granted', { date: formatDay(license.validTo) }) : t('status.goodOpen'),
      }
    case 'grantedOver':
      return { title: t('status.endedTitle'), text: t('status.grantedOver') }
    case 'stopped':
      return {
        title: t(`status.${license.standing === 'revoked' ? 'revoked' : 'suspended'}`),
        text: t('status.stopped'),
      }
    default:
      return { title: t('status.endedTitle'), text: t('status.ended') }
  }
}

function pastDueText(license: License): string {
  if (license.isOver) return t('status.pastDueOver')
  return license.validTo ? t('status.pastDueUntil', { date: formatDay(license.validTo) }) : t('status.pastDue')
}
