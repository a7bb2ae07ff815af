import { z } from 'zod'
import { t } from './days.texts'

const DAY = /^2\d{3}-\d{2}-\d{2}$/

/** Empty, or a day such as 2026-03-01. Date fields accept years of up to six digits. */
export const lastDay = z.string().refine((day) => day === '' || DAY.test(day), { error: () => t('wrong') })

/** End of a day in UTC. Licenses and invoices count days in UTC, so the last day is included. */
export const endOf = (day: string) => `${day}T23:59:59.000Z`

/** Whether the day is over in UTC, by the clock of this device. */
export const hasPassed = (day: string) => DAY.test(day) && day < dayOf(new Date().toISOString())

/** Value of a date field. */
export const dayOf = (instant: string) => new Date(instant).toISOString().slice(0, 10)
