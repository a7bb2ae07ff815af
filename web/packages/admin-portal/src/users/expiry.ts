import { i18n } from '@gatehouse/ui'

/** Access "until a day" includes that day, where the administrator is. Days are as date fields have them: 2026-03-01. */
export function secondsUntilEndOf(day: string, now = new Date()): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  // The server counts from when it is asked: the minute that is left over keeps a slow request from the day after.
  return Math.floor((new Date(year, month - 1, date, 23, 59).getTime() - now.getTime()) / 1000)
}

const LONGEST_SECONDS = 315_360_000

/** Whether access can be given until a day: neither over by then, nor for longer than the server takes (ten years). */
export function isPossible(day: string): boolean {
  const seconds = secondsUntilEndOf(day)
  return day !== '' && seconds > 60 && seconds <= LONGEST_SECONDS
}

/** The last day of an access that ends at a moment. */
export function lastDayBefore(moment: string): string {
  return dayOf(new Date(new Date(moment).getTime() - 1))
}

/** The same for reading: Mar 1, 2026. */
export function lastDayText(moment: string): string {
  return new Date(new Date(moment).getTime() - 1).toLocaleDateString(i18n.language, { dateStyle: 'medium' })
}

export function dayOf(time: Date): string {
  const padNumber = (number: number, length: number) => String(number).padStart(length, '0')
  return [padNumber(time.getFullYear(), 4), padNumber(time.getMonth() + 1, 2), padNumber(time.getDate(), 2)].join('-')
}
