import { Button } from '@mantine/core'
import { useState } from 'react'
import { countryName } from '../security/country-names'
import { Facts } from '../shared/facts'
import type { PaymentMethod } from '../wire'
import { DetailsDialog } from './details-dialog'
import { SectionCard } from './section-card'
import classes from './subscriptions.module.css'
import { useT } from './subscriptions.texts'

interface DetailsCardProps {
  readonly method: PaymentMethod
  readonly canChange: boolean
}

/** Who and where the bills are for. */
export function DetailsCard({ method, canChange }: DetailsCardProps) {
  const t = useT()
  const [isEditing, setIsEditing] = useState(false)
  const { name, email } = method.billingDetails
  const lines = addressLines(method)
  const address = lines.length > 0 && <span className={classes.address}>{lines.join('\n')}</span>
  const none = <span className={classes.quiet}>{t('details.none')}</span>
  const action = canChange && (
    <Button variant="default" onClick={() => setIsEditing(true)}>
      {t('details.edit')}
    </Button>
  )
  return (
    <SectionCard title={t('details.title')} action={action}>
      <Facts
        facts={[
          [t('details.name'), name],
          [t('details.email'), email || none],
          [t('details.address'), address || none],
        ]}
      />
      {isEditing && <DetailsDialog method={method} onClose={() => setIsEditing(false)} />}
    </SectionCard>
  )
}

function addressLines({ billingDetails }: PaymentMethod): string[] {
  const { addressLine1, addressLine2, postalCode, city, state, country } = billingDetails.address
  const town = [postalCode, city].filter(Boolean).join(' ')
  return [addressLine1, addressLine2, [town, state].filter(Boolean).join(', '), country && countryName(country)].filter(
    (line): line is string => Boolean(line),
  )
}
