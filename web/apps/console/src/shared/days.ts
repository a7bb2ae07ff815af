import { z } from 'zod'
import { t } from './days.texts'

/** What a date field is told to hold while somebody has typed a part of a date: the browser says nothing then. */
export const PART_OF_A_DAY = '?'
const DAY = /^2\d{3}-\d{2}-\d{2}$/

/** Nothing, or a day as date fields have it: 2026-03-01. A date field takes years of up to six digits. */
export const lastDay = z.string().refine((day) => day === '' || DAY.test(day), { error: () => t('wrong') })

/** The day itself still counts, where the person is. */
export const endOf = (day: string) => new Date(`${day}T23:59:59`).toISOString()
