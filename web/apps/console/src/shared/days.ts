import { z } from 'zod'
import { t } from './days.texts'

const DAY = /^2\d{3}-\d{2}-\d{2}$/

/** Nothing, or a day as date fields have it: 2026-03-01. A date field takes years of up to six digits. */
export const lastDay = z.string().refine((day) => day === '' || DAY.test(day), { error: () => t('wrong') })

/**
 * A day without a time is one of UTC, as bills and licenses count it, and says so; what has a time is told as it is where
 * the person is. The day itself still counts.
 */
export const endOf = (day: string) => `${day}T23:59:59.000Z`

/** Whether the day is over in UTC, as far as this device knows. */
export const hasPassed = (day: string) => DAY.test(day) && day < dayOf(new Date().toISOString())

/** As a date field has it. */
export const dayOf = (instant: string) => new Date(instant).toISOString().slice(0, 10)
