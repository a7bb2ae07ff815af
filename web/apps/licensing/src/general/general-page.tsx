import { EmptyState, i18n, PageHeader } from '@gatehouse/ui'
import { useLicenses } from '../billing/licenses.queries'
import { useOrganization } from '../onboarding/organization.queries'
import { useT } from '../texts'
import { foremost, seatsInForce } from './answers'
import classes from './general.module.css'
import { StatusPanel } from './status-panel'

/** A page of answers: is my license good, how many seats are left, what should I do next. */
export function GeneralPage() {
  const t = useT()
  const organization = useOrganization()
  const licenses = useLicenses()
  const license = foremost(licenses)
  const seats = seatsInForce(licenses)
  if (!license)
    return (
      <>
        <PageHeader title={t('general.title')} purpose={organization?.name} />
        <EmptyState title={t('status.noneTitle')} drawing="key">
          {t('status.none')}
        </EmptyState>
      </>
    )
  return (
    <>
      <PageHeader title={t('general.title')} purpose={organization?.name} />
      <div className={classes.stack}>
        <StatusPanel license={license} named={licenses.length > 1} />
        {seats.max > 0 && <SeatFigures {...seats} />}
      </div>
    </>
  )
}

function SeatFigures({ used, max, left }: { readonly used: number; readonly max: number; readonly left: number }) {
  const t = useT()
  return (
    <section className={classes.figures} aria-label={t('license.seats')}>
      <Figure value={left} words={t('figures.left')} />
      <Figure value={used} words={t('figures.used')} />
      <Figure value={max} words={t('figures.max')} />
    </section>
  )
}

function Figure({ value, words }: { readonly value: number; readonly words: string }) {
  return (
    <p className={classes.figure}>
      <strong>{value.toLocaleString(i18n.language)}</strong>
      <span>{words}</span>
    </p>
  )
}
