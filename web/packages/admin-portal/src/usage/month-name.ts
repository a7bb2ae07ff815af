import { i18n } from '@gatehouse/ui'

/** "November 2026", of "2026-11". */
export function monthName(month: string, style: 'long' | 'short' = 'long'): string {
  return new Intl.DateTimeFormat(i18n.language, { month: style, year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}
