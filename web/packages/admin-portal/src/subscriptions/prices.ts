import { formatMoney } from '@gatehouse/ui'
import type { Plan } from '../wire'
import { t } from './subscriptions.texts'

export const INTERVALS = ['day', 'week', 'month', 'year'] as const
export type Interval = (typeof INTERVALS)[number]

const DAYS: Readonly<Record<Interval, number>> = { day: 1, week: 7, month: 30, year: 365 }

/** None where nothing is charged. */
export const intervalOf = ({ price }: Plan): Interval | undefined => price.interval ?? undefined

export const amountText = ({ price }: Plan): string => formatMoney(price.amount, price.currency, { trim: true })

/** "$12 per month", "$30 every 3 months"; nothing for a plan that is not sold. */
export function priceText(plan: Plan): string {
  const interval = intervalOf(plan)
  if (!interval) return ''
  return plan.price.amount === 0
    ? t('price.free')
    : t('price.full', { price: amountText(plan), period: periodText(plan) })
}

/** "per month", "every 3 months". */
export function periodText(plan: Plan): string {
  const interval = intervalOf(plan)
  return interval ? t(`period.${interval}`, { count: plan.price.intervalCount ?? 1 }) : ''
}

/** For how many days a plan is paid, about; the server counts them so. */
const daysOf = (plan: Plan): number => DAYS[intervalOf(plan) ?? 'month'] * (plan.price.intervalCount ?? 1)

/** What the server takes for a step down: less by the day. */
export function isSmaller(plan: Plan, than: Plan | null): boolean {
  if (!than || !isSameMoney(plan, than)) return false
  return plan.price.amount * daysOf(than) < than.price.amount * daysOf(plan)
}

/** Another one begins anew, and is paid from then on. */
export const isSamePeriod = (one: Plan, other: Plan): boolean => daysOf(one) === daysOf(other)

const isSameMoney = (one: Plan, other: Plan): boolean =>
  one.price.currency.toLowerCase() === other.price.currency.toLowerCase()

/** What paying by the year saves beside the same product by the month: whole months, else a share. */
export function savingText(plan: Plan, plans: readonly Plan[]): string | undefined {
  const other = plans.find((one) => isMonthly(one) && one.externalId === plan.externalId && isSameMoney(one, plan))
  if (!other || intervalOf(plan) !== 'year' || plan.price.intervalCount !== 1) return undefined
  const year = other.price.amount * 12
  const saved = year - plan.price.amount
  if (saved <= 0) return undefined
  if (saved % other.price.amount === 0) return t('plans.monthsFree', { count: saved / other.price.amount })
  const percent = Math.floor((saved / year) * 100)
  return percent > 0 ? t('plans.saves', { percent }) : undefined
}

const isMonthly = (plan: Plan): boolean => intervalOf(plan) === 'month' && plan.price.intervalCount === 1
