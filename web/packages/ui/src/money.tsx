import { i18n } from './i18n'
import minorUnits from './minor-units.json'
import classes from './money.module.css'
import { useT } from './texts'

interface MoneyFormat {
  /** Omits ".00", for prices in a sentence: "$40 per seat, per month". */
  trim?: boolean
  language?: string
}

/** `Intl` throws for anything else. */
const CURRENCY = /^[a-z]{3}$/i

/** Decimals that differ from two: ISO 4217 and the payment providers' own exceptions. */
const MINOR_UNITS: Readonly<Record<string, number>> = minorUnits

/**
 * Formats minor units (cents). The provider defines how many minor units make one major unit; the digits of `Intl`
 * follow common usage and differ between browsers.
 */
export function formatMoney(minor: number | string, currency: string, { trim, language }: MoneyFormat = {}): string {
  const locale = language ?? i18n.language
  // A provider may omit the currency or send an invalid one: it is shown as received, with two decimals.
  if (!CURRENCY.test(currency)) {
    const figure = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
    return `${currency} ${figure.format(Number(minor) / 100)}`.trim()
  }
  const decimals = MINOR_UNITS[currency.toUpperCase()] ?? 2
  const major = Number(minor) / 10 ** decimals
  const digits = trim && Number.isInteger(major) ? 0 : decimals
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(major)
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
