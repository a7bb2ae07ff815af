import { i18n } from '@gatehouse/ui'
import { NumberInput, Radio, Stack } from '@mantine/core'
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
  /** What to do first, in place of the range. */
  readonly first?: string | undefined
}

/** Billing period and number of seats, within what the price allows. */
export function PlanChoice({ prices, price, onPrice, seats, onSeats, min, max, first }: Props) {
  const t = useT()
  const number = new Intl.NumberFormat(i18n.language)
  const range = t('edit.seatsRange', { min: number.format(min), max: number.format(max) })
  return (
    <section className={`${classes.card} ${classes.options}`}>
      <Radio.Group label={t('edit.cycle')} value={price?.priceId ?? null} onChange={onPrice}>
        <Stack gap="xs" mt="xs">
          {prices.map((line) => (
            <Radio key={line.priceId} value={line.priceId} label={<Cycle line={line} />} />
          ))}
        </Stack>
      </Radio.Group>
      <NumberInput
        label={t('edit.seats')}
        description={t('edit.seatsHelp')}
        error={isWithin(seats, min, max) ? undefined : (first ?? range)}
        value={seats}
        onChange={onSeats}
        min={min}
        max={max}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        maw={240}
      />
    </section>
  )
}

export const isWithin = (seats: number | string, min: number, max: number): boolean =>
  Number.isInteger(seats) && Number(seats) >= min && Number(seats) <= max

function Cycle({ line }: { readonly line: PriceLine }) {
  const t = useT()
  return (
    <>
      {t(`license.cycle.${line.cycle}`)}
      {' · '}
      {t(`edit.perSeat.${line.cycle}`, { price: line.formattedUnitPrice })}
    </>
  )
}
