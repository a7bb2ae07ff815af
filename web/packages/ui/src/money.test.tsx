import { expect, test } from 'vitest'
import { formatMoney } from './money'

test.each([
  [124_000, 'USD', {}, '$1,240.00'],
  ['4000', 'USD', { trim: true }, '$40'],
  [4050, 'USD', { trim: true }, '$40.50'],
  [500, 'JPY', {}, '¥500'],
  [12_345, 'KWD', {}, 'KWD 12.345'],
  // Most browsers write these without decimals; providers send hundredths all the same.
  [5_486_400, 'HUF', {}, 'HUF 54,864.00'],
  [5_486_400, 'HUF', { trim: true }, 'HUF 54,864'],
  [48_000_000, 'COP', {}, 'COP 480,000.00'],
  [1935, 'JPY', {}, '¥1,935'],
  [54_000, 'KRW', {}, '₩54,000'],
  [50_000, 'isk', {}, 'ISK 500.00'],
  [1_500_000, 'ugx', {}, 'UGX 15,000.00'],
  [500_000, 'huf', { trim: true }, 'HUF 5,000'],
  [100_000_000, 'idr', { trim: true }, 'IDR 1,000,000'],
  [5000, 'mga', {}, 'MGA 5,000'],
  [5000, 'kwd', {}, 'KWD 5.000'],
  [-500, 'EUR', {}, '-€5.00'],
  [500, '', {}, '5.00'],
  [500, 'XX', { trim: true }, 'XX 5.00'],
  [500, 'XXY', {}, 'XXY 5.00'],
])('%s %s', (minor, currency, format, text) => {
  expect(formatMoney(minor, currency, { language: 'en', ...format }).replaceAll('\u00a0', ' ')).toBe(text)
})
