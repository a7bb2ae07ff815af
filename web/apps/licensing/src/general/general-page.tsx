import { EmptyState, PageHeader } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { type License, useLicenses } from '../billing/licenses.queries'
import { useSellsLicenses } from '../config/config.queries'
import { useOrganization } from '../onboarding/organization.queries'
import { useT } from '../texts'
import { findLargest, findMostUrgent } from './answers'
import { ChecklistPanel } from './checklist-panel'
import classes from './general.module.css'
import { useT as useGeneralT } from './general.texts'
import { PaymentPanel } from './payment-panel'
import { SeatsPanel } from './seats-panel'
import { StatusPanel } from './status-panel'
import { UsagePanel } from './usage-panel'

/** A page of answers: is my license good, how many seats are left, what should I do next, is it being used. */
export function GeneralPage() {
  const t = useT()
  const organization = useOrganization()
  const sellsLicenses = useSellsLicenses()
  const licenses = useLicenses()
  const [chosen, choose] = useState<string>()
  const urgent = findMostUrgent(licenses)
  const shown = licenses.find((one) => one.id === chosen) ?? findLargest(licenses)
  if (!urgent || !shown)
    return (
      <>
        <PageHeader title={t('general.title')} purpose={organization?.name} />
        <EmptyState title={t('status.noneTitle')} drawing="key">
          {t('status.none')}
        </EmptyState>
      </>
    )
  const choice = licenses.length > 1 && <LicenseChoice licenses={licenses} shown={shown} onChoose={choose} />
  return (
    <>
      <PageHeader title={t('general.title')} purpose={organization?.name} action={choice} />
      <div className={classes.stack}>
        <StatusPanel license={urgent} named={licenses.length > 1} />
        <div className={classes.answers}>
          <SeatsPanel license={shown} />
          <div className={classes.side}>
            {sellsLicenses && <PaymentPanel license={shown} />}
            <ChecklistPanel license={shown} />
          </div>
        </div>
        <UsagePanel license={shown} />
      </div>
    </>
  )
}

interface ChoiceProps {
  readonly licenses: readonly License[]
  readonly shown: License
  readonly onChoose: (id: string | undefined) => void
}

function LicenseChoice({ licenses, shown, onChoose }: ChoiceProps) {
  const t = useGeneralT()
  return (
    <Select
      aria-label={t('shown')}
      data={licenses.map(({ id, name }) => ({ value: id, label: name }))}
      value={shown.id}
      onChange={(id) => onChoose(id ?? undefined)}
      allowDeselect={false}
      w={200}
    />
  )
}
