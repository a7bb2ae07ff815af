import { i18n } from '@gatehouse/ui'

export const UNITS = { minutes: 60, hours: 3600, days: 86_400 } as const
export type Unit = keyof typeof UNITS

/** The largest unit in which it is a whole number. */
export function unitOf(seconds: number): Unit {
  if (seconds % UNITS.days === 0) return 'days'
  return seconds % UNITS.hours === 0 ? 'hours' : 'minutes'
}

/** "90 days", "5 minutes". */
export function inWords(seconds: number): string {
  const unit = unitOf(seconds)
  return new Intl.NumberFormat(i18n.language, {
    style: 'unit',
    unit: unit.slice(0, -1),
    unitDisplay: 'long',
    maximumFractionDigits: 1,
  }).format(seconds / UNITS[unit])
}
