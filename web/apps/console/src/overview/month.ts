import { i18n } from '@gatehouse/ui'

/** Months are in UTC, independent of the user's time zone; `month` is the first day. */
export const monthName = (month: string, length: 'long' | 'short' = 'long') =>
  new Date(month).toLocaleDateString(i18n.language, { month: length, year: 'numeric', timeZone: 'UTC' })
