import { expect, test } from 'vitest'
import { asyncSelect, choice, choices, dates, readFilters, text, writeFilters, yesNo } from './filters'

const FILTERS = {
  status: choice(() => 'Status', { pending: () => 'Pending', active: () => 'Active' }),
  kinds: choices(() => 'Kinds', { own: () => 'Own', built: () => 'Built in' }),
  roles: asyncSelect(
    () => 'Roles',
    () => undefined,
  ),
  joined: dates(() => 'Joined'),
  email: text(() => 'Email'),
  mfa: yesNo(() => 'Two-step'),
}

const SET = {
  status: 'pending',
  kinds: ['own', 'built'],
  roles: ['r1'],
  joined: { from: '2026-01-01', to: '2026-02-28' },
  email: 'ada',
  mfa: false,
} as const

test('what is written is read again', () => {
  const search = writeFilters(FILTERS, SET)
  expect(search).toEqual({
    status: 'pending',
    kinds: 'own,built',
    roles: 'r1',
    joined: '2026-01-01..2026-02-28',
    email: 'ada',
    mfa: 'no',
  })
  expect(readFilters(FILTERS, search)).toEqual(SET)
})

test.each([
  { status: 'gone' },
  { status: ['pending'] },
  { status: 'toString' },
  { kinds: 'foreign,' },
  { joined: '2026-02-30..' },
  { joined: '2026-03-01..2026-02-01' },
  { joined: '..' },
  { joined: '2026-01-01' },
  { joined: { from: '2026-01-01' } },
  { email: ' ' },
  { email: 'x'.repeat(501) },
  { mfa: 'true' },
  { mfa: true },
  { unheardOf: 'x' },
])('%j means nothing', (search) => {
  expect(readFilters(FILTERS, search)).toEqual({})
})

test('of several, those that are known count, each once', () => {
  expect(readFilters(FILTERS, { kinds: 'own,foreign,own', joined: '..2026-01-31', email: 7 })).toEqual({
    kinds: ['own'],
    joined: { to: '2026-01-31' },
    email: '7',
  })
})
