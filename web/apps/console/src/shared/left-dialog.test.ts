import { fakeBrowser } from '@gatehouse/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { leaveDialog, takeLeftDialog } from './left-dialog'

const PEOPLE = 'http://gatehouse.test/console/people'
const OPENED = { target: 'ada', typed: { reason: 'By letter' } }

function leaver() {
  const { tabStorage: storage } = fakeBrowser().tab()
  if (!storage) throw new Error('a tab has one')
  return { storage, person: 'grace', href: `${PEOPLE}?filter=ada` }
}

afterEach(() => void vi.useRealTimers())

test('a dialog that was left is given once, to who left it, where they left it', () => {
  const me = leaver()
  leaveDialog(me, 'erase', OPENED)
  expect(takeLeftDialog(me, 'merge')).toBeUndefined()
  expect(takeLeftDialog({ ...me, href: PEOPLE }, 'erase')).toEqual(OPENED)
  expect(takeLeftDialog(me, 'erase')).toBeUndefined()
})

test.each([
  ['somebody else', { person: 'mallory' }],
  ['another page', { href: 'http://gatehouse.test/console/tenants' }],
])('not to %s', (_, other) => {
  const me = leaver()
  leaveDialog(me, 'erase', OPENED)
  expect(takeLeftDialog({ ...me, ...other }, 'erase')).toBeUndefined()
  expect(takeLeftDialog(me, 'erase')).toBeUndefined()
})

test('nor after a quarter of an hour', () => {
  vi.useFakeTimers()
  const me = leaver()
  leaveDialog(me, 'erase', OPENED)
  vi.advanceTimersByTime(900_000)
  expect(takeLeftDialog(me, 'erase')).toBeUndefined()
})
