import { expect, test } from 'vitest'
import { formatMoney } from './money'

test.each([
  [124_000, 'USD', {}, '$1,240.00'],
  ['4000', 'USD', { trim: true }, '$40'],
  [4050, 'USD', { trim: true }, '$40.50'],
  [500, 'JPY', {}, '¥500'],
  [12_345, 'KWD', {}, 'KWD 12.345'],
  [-500, 'EUR', {}, '-€5.00'],
  [500, '', {}, '5.00'],
  [500, 'XX', { trim: true }, 'XX 5.00'],
  [500, 'XXY', {}, 'XXY 5.00'],
])('%s %s', (minor, currency, format, text) => {
  expect(formatMoney(minor, currency, { language: 'en', ...format }).replaceAll('\u00a0', ' ')).toBe(text)
})
