import { usePermissions } from '@gatehouse/react'
import { errorText, formatMoney } from '@gatehouse/ui'
import { Skeleton } from '@mantine/core'
import { useSellsLicenses } from '../config/config.queries'
import { useT as useLicenseT } from '../texts'
import { useT } from './billing.texts'
import { useCosts } from './costs.queries'
import { cycleOf } from './cycle'
import { formatDay } from './dates'
import { Fact } from './fact'
import type { License } from './licenses.queries'

/** What a running license costs in each period and what is charged next, if the user may change it. */
export function LicenseCost({ license }: { readonly license: License }) {
  const t = useT()
  const words = useLicenseT()
  const sellsLicenses = useSellsLicenses()
  const mayAsk = usePermissions()('licensing.write.licenses') && sellsLicenses
  const { running, costs } = useCosts(license, mayAsk)
  const { billing } = license
  const cycle = cycleOf(billing?.cycle)
  const day = billing?.nextPayment && formatDay(billing.nextPayment)
  const nextPayment = words('license.nextPayment')
  if (!running || !mayAsk) return day ? <Fact name={nextPayment}>{day}</Fact> : null
  if (costs.error) return <Costless name={nextPayment} day={day} reason={errorText(costs.error)} />
  if (!costs.data)
    return (
      <Fact name={nextPayment}>
        <Skeleton height={16} width={160} />
      </Fact>
    )
  const { currencyCode: currency, next, recurring } = costs.data
  const total = next ?? recurring
  return (
    <>
      {recurring && cycle && (
        <Fact name={t('cost.title')}>{t(`cost.per.${cycle}`, { price: formatMoney(recurring.total, currency) })}</Fact>
      )}
      {day && total && (
        <Fact name={nextPayment}>
          {t('cost.next', { price: formatMoney(total.grandTotal, currency), date: day })}
          {total.credit > 0 && `, ${t('cost.credit', { price: formatMoney(total.credit, currency) })}`}
        </Fact>
      )}
    </>
  )
}

interface CostlessProps {
  readonly name: string
  readonly day: string | null | undefined
  /** What the provider says: a refund that is pending, or that it does not answer. */
  readonly reason: string
}

function Costless({ name, day, reason }: CostlessProps) {
  const t = useT()
  return (
    <>
      <Fact name={t('cost.title')}>{reason}</Fact>
      {day && <Fact name={name}>{day}</Fact>}
    </>
  )
}
