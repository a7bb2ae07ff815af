import { useApi } from '@gatehouse/react'
import { EmptyState, ErrorState } from '@gatehouse/ui'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useStaleWhileError } from '../shared/freshness'
import type { Invoice } from '../wire'
import { InvoiceRow } from './invoice-row'
import { SectionCard } from './section-card'
import classes from './subscriptions.module.css'
import { invoicesQuery } from './subscriptions.queries'
import { useT } from './subscriptions.texts'

/** A year of months; the rest on demand. */
const SHOWN = 12

export function InvoicesCard() {
  const t = useT()
  const query = useQuery(invoicesQuery(useApi()))
  const { data, error } = useStaleWhileError(query)
  return (
    <SectionCard title={t('invoices.title')} isBusy={data === undefined && !error}>
      {error && <ErrorState error={error} onRetry={() => void query.refetch()} />}
      {!data && !error && <Skeleton height={132} />}
      {data?.length === 0 && <EmptyState title={t('invoices.empty')}>{t('invoices.emptyHelp')}</EmptyState>}
      {data && data.length > 0 && <Invoices all={data} />}
    </SectionCard>
  )
}

function Invoices({ all }: { readonly all: readonly Invoice[] }) {
  const t = useT()
  const [isWhole, setIsWhole] = useState(false)
  return (
    <>
      <table className={classes.invoices} aria-label={t('invoices.title')}>
        <thead>
          <tr>
            <th scope="col">{t('invoices.date')}</th>
            <th scope="col">{t('invoices.number')}</th>
            <th scope="col">{t('invoices.status')}</th>
            <th scope="col" className={classes.amount}>
              {t('invoices.amount')}
            </th>
            <th scope="col" aria-label={t('invoices.file')} />
          </tr>
        </thead>
        <tbody>
          {(isWhole ? all : all.slice(0, SHOWN)).map((invoice) => (
            <InvoiceRow key={invoice.id} invoice={invoice} />
          ))}
        </tbody>
      </table>
      {!isWhole && all.length > SHOWN && (
        <div>
          <Button variant="default" onClick={() => setIsWhole(true)}>
            {t('invoices.more', { count: all.length })}
          </Button>
        </div>
      )}
    </>
  )
}
