import { i18n } from '@gatehouse/ui'

/** A day in words, in UTC: a license's last day is the same everywhere. */
export function formatDay(date: string, language = i18n.language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
