import { i18n } from '@gatehouse/ui'

/** A day in words, in UTC: a period ends on the same day in every time zone. */
export function dayText(date: string): string {
  return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}

/** "04/2030", as it stands on a card. */
export const cardDate = (month: number, year: number): string => `${String(month).padStart(2, '0')}/${year}`
