import { i18n } from './i18n'
import classes from './money.module.css'
import { useT } from './texts'

interface MoneyFormat {
  /** Leaves ".00" out, for prices in a sentence: "$40 per seat, per month". */
  trim?: boolean
  language?: string
}

/** What browsers take for a currency; of anything else they throw. */
const CURRENCY = /^[a-z]{3}$/i

/** Minor units (cents) to text. Currencies without cents, such as JPY, have none to divide by. */
export function formatMoney(minor: number | string, currency: string, { trim, language }: MoneyFormat = {}): string {
  const locale = language ?? i18n.language
  // A provider may leave it out, or name one that is none: that is shown as it came, with cents.
  if (!CURRENCY.test(currency)) {
    const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    return `${currency} ${figure.format(Number(minor) / 100)}`.trim()
  }
  const style = { style: 'currency', currency } as const
  const digits = new Intl.NumberFormat(locale, style).resolvedOptions().maximumFractionDigits ?? 2
  const major = Number(minor) / 10 ** digits
  const format =
    trim && Number.isInteger(major) ? { ...style, minimumFractionDigits: 0, maximumFractionDigits: 0 } : style
  return new Intl.NumberFormat(locale, format).format(major)
}

interface MoneyProps extends MoneyFormat {
  minor: number | string
  /** ISO 4217. */
  currency: string
}

export function Money({ minor, currency, trim, language }: MoneyProps) {
  useT()
  return <span className={classes.money}>{formatMoney(minor, currency, { trim, language })}</span>
}
