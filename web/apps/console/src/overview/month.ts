import { i18n } from '@gatehouse/ui'

/** A month is one of UTC wherever the person is; `month` is its first day. */
export const monthName = (month: string, length: 'long' | 'short' = 'long') =>
  new Date(month).toLocaleDateString(i18n.language, { month: length, year: 'numeric', timeZone: 'UTC' })
