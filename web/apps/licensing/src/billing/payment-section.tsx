import { ErrorState } from '@gatehouse/ui'
import { Button, Skeleton, Title } from '@mantine/core'
import { useState } from 'react'
import classes from './billing.module.css'
import { useT } from './billing.texts'
import { BillingEmailDialog } from './billing-email-dialog'
import { Fact } from './fact'
import { Invoices } from './invoices'
import { type BillingInformation, useBillingInformation } from './payment.queries'

/** How the organization pays, where bills go, and the bills. */
export function PaymentSection() {
  const t = useT()
  const { data, error, refetch } = useBillingInformation()
  return (
    <section className={classes.card} aria-label={t('payment.title')}>
      <Title order={2} size="h4">
        {t('payment.title')}
      </Title>
      {!data && !error && <Skeleton height={160} radius={6} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Payment information={data} />}
    </section>
  )
}

function Payment({ information }: { readonly information: BillingInformation }) {
  const t = useT()
  const [changing, setChanging] = useState(false)
  return (
    <>
      <dl className={classes.facts}>
        <Fact name={t('payment.method')}>
          <Method method={information.paymentMethod} />
        </Fact>
        <Fact name={t('payment.email')}>
          <span className={classes.address}>{information.billingEmail}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={t('payment.changeEmail')}
            onClick={() => setChanging(true)}
          >
            {t('payment.change')}
          </Button>
        </Fact>
      </dl>
      <Invoices bills={information.bills} />
      <BillingEmailDialog opened={changing} onClose={() => setChanging(false)} />
    </>
  )
}

function Method({ method }: { readonly method: BillingInformation['paymentMethod'] }) {
  const t = useT()
  if (!method) return t('payment.none')
  if (!method.last4) return formatProviderName(method.type)
  const { expiryMonth: month, expiryYear: year } = method
  return (
    <span>
      {t('payment.card', { brand: formatProviderName(method.brand ?? method.type), last4: method.last4 })}
      {month && year && (
        <small className={classes.quiet}>{t('payment.expires', { month: pad(month), year: String(year) })}</small>
      )}
    </span>
  )
}

const pad = (month: number) => String(month).padStart(2, '0')

/** The provider's words are keys: `american_express`. */
const formatProviderName = (key: string) =>
  key.replace(/[_-]/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
