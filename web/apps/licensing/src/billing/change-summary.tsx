import { errorText, InlineAlert, Loading, Money, useSubmit } from '@gatehouse/ui'
import { Button, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useT } from '../texts'
import classes from './billing.module.css'
import { formatDay } from './dates'
import { Line } from './order-summary'
import type { ChangePreview } from './subscription.queries'

interface Props {
  /** Absent: nothing differs yet, or it does not fit. */
  readonly preview: UseQueryResult<ChangePreview> | undefined
  /** What to say then. */
  readonly nothing: string
  readonly ready: boolean
  /** What the button says, once the cost is known. */
  readonly verb: (preview: ChangePreview) => string
  readonly onConfirm: () => Promise<void>
  /** What may be asked for besides. */
  readonly children: ReactNode
}

export function ChangeSummary({ preview, nothing, ready, onConfirm, children, ...props }: Props) {
  const t = useT()
  const verb = preview?.data ? props.verb(preview.data) : t('change.verbNone')
  const { pending, failure, run } = useSubmit()
  return (
    <section className={`${classes.card} ${classes.summary}`} aria-live="polite">
      <Title order={2} size="h5">
        {t('change.title')}
      </Title>
      {children}
      {!preview && <p>{nothing}</p>}
      {preview?.isLoading && <Loading label={t('change.asking')} />}
      {preview?.error && <InlineAlert tone="danger" title={errorText(preview.error)} />}
      {preview?.data && <Costs preview={preview.data} />}
      {failure && <InlineAlert tone="danger" title={failure} />}
      <Button disabled={!ready || !preview?.data} loading={pending} onClick={() => void run(onConfirm)}>
        {verb}
      </Button>
    </section>
  )
}

function Costs({ preview }: { readonly preview: ChangePreview }) {
  const t = useT()
  const { currencyCode: currency, immediate, next, nextPayment, recurring, result } = preview
  return (
    <dl>
      {immediate && (
        <Line name={t('change.now')} total>
          <Money minor={immediate.grandTotal} currency={currency} />
        </Line>
      )}
      {result?.action === 'credit' && (
        <Line name={t('change.credit')}>
          <Money minor={result.amount} currency={currency} />
        </Line>
      )}
      {next && (
        <Line name={nextPayment ? t('change.next', { date: formatDay(nextPayment) }) : t('license.nextPayment')}>
          <Money minor={next.grandTotal} currency={currency} />
        </Line>
      )}
      {recurring && (
        <Line name={t('change.later')}>
          <Money minor={recurring.grandTotal} currency={currency} />
        </Line>
      )}
    </dl>
  )
}
