import { formatMoney, i18n } from '@gatehouse/ui'
import { NumberInput, Radio, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { PriceLine } from '../checkout/price-preview'
import { useT } from '../texts'
import classes from './billing.module.css'

interface Props {
  readonly prices: readonly PriceLine[]
  /** None: what runs is not for sale any more. */
  readonly price: PriceLine | undefined
  readonly onPrice: (priceId: string) => void
  readonly seats: number | string
  readonly onSeats: (seats: number | string) => void
  readonly min: number
  readonly max: number
  /** What follows from them. */
  readonly children?: ReactNode
}

/** Billing period and number of seats, within what the price allows. */
export function PlanChoice({ prices, price, onPrice, seats, onSeats, min, max, children }: Props) {
  const t = useT()
  const number = new Intl.NumberFormat(i18n.language)
  const range = t('edit.seatsRange', { min: number.format(min), max: number.format(max) })
  return (
    <section className={`${classes.card} ${classes.options}`}>
      <Radio.Group label={t('edit.cycle')} value={price?.priceId ?? null} onChange={onPrice}>
        <Stack gap="xs" mt="xs">
          {prices.map((line) => (
            <Radio
              key={line.priceId}
              value={line.priceId}
              label={<Cycle line={line} saving={savingOf(line, prices)} />}
            />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t('edit.seats')}
        description={t('edit.seatsHelp')}
        error={isWithin(seats, min, max) ? undefined : range}
        value={seats}
        onChange={onSeats}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        maw={240}
      />
      {children}
    </section>
  )
}

export const isWithin = (seats: number | string, min: number, max: number): boolean =>
  Number.isInteger(seats) && Number(seats) >= min && Number(seats) <= max

/** By how many percent a year costs less than its twelve months; none where it is not clear which months. */
export function savingOf(line: PriceLine, prices: readonly PriceLine[]): number {
  const months = prices.filter(({ cycle, currencyCode }) => cycle === 'month' && currencyCode === line.currencyCode)
  const [month] = months
  if (line.cycle !== 'year' || !month || months.length > 1) return 0
  const year = 12 * (month.subtotalPrice / month.quantity)
  return year > 0 ? Math.max(0, Math.floor((100 * (year - line.subtotalPrice / line.quantity)) / year)) : 0
}

interface CycleProps {
  readonly line: PriceLine
  readonly saving: number
}

function Cycle({ line, saving }: CycleProps) {
  const t = useT()
  return (
    <>
      {t(`license.cycle.${line.cycle}`)}
      {' · '}
      {t(`edit.perSeat.${line.cycle}`, { price: formatMoney(line.unitPrice, line.currencyCode) })}
      {saving > 0 && <span className={classes.saving}>{t('edit.saving', { percent: saving })}</span>}
    </>
  )
}
