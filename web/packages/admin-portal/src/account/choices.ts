import { i18n } from '@gatehouse/ui'

export interface Choice {
  readonly value: string
  readonly label: string
}

/** Every time zone the browser knows: "Europe/Berlin (GMT+2)". */
export function timezones(): Choice[] {
  return Intl.supportedValuesOf('timeZone').map((zone) => ({
    value: zone,
    label: `${zone.replaceAll('_', ' ')} (${offsetOf(zone)})`,
  }))
}

/** As the wire writes them. */
export function dateFormats(): Choice[] {
  return ['DD/MM/YYYY', 'MM/DD/YYYY', 'DD.MM.YYYY', 'YYYY-MM-DD'].map((value) => ({ value, label: value }))
}

export function timeFormats(): Choice[] {
  return [
    { value: 'HH:mm', label: '14:30' },
    { value: 'hh:mm A', label: '02:30 PM' },
  ]
}

/** Every currency by its code and name. */
export function currencies(): Choice[] {
  const names = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: `${code} – ${names.of(code)}` }))
}

function offsetOf(timeZone: string): string {
  const parts = new Intl.DateTimeFormat(i18n.language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts(
    new Date(),
  )
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
}
