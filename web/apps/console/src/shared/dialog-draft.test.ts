import { fakeBrowser } from '@gatehouse/sdk/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { saveDialogDraft, takeDialogDraft } from './dialog-draft'

const USERS = 'http://gatehouse.test/console/people'
const OPENED = { target: 'ada', typed: { reason: 'By letter' } }

function draftScope() {
  const { tabStorage: storage } = fakeBrowser().tab()
  if (!storage) throw new Error('a tab has one')
  return { storage, userId: 'grace', href: `${USERS}?filter=ada` }
}

afterEach(() => void vi.useRealTimers())

test('a dialog draft is restored once, for the same user on the same page', () => {
  const me = draftScope()
  saveDialogDraft(me, 'erase', OPENED)
  expect(takeDialogDraft(me, 'merge')).toBeUndefined()
  expect(takeDialogDraft({ ...me, href: USERS }, 'erase')).toEqual(OPENED)
  expect(takeDialogDraft(me, 'erase')).toBeUndefined()
})

test.each([
  ['somebody else', { userId: 'mallory' }],
  ['another page', { href: 'http://gatehouse.test/console/tenants' }],
])('not to %s', (_, other) => {
  const me = draftScope()
  saveDialogDraft(me, 'erase', OPENED)
  expect(takeDialogDraft({ ...me, ...other }, 'erase')).toBeUndefined()
  expect(takeDialogDraft(me, 'erase')).toBeUndefined()
})

test('nor after a quarter of an hour', () => {
  vi.useFakeTimers()
  const me = draftScope()
  saveDialogDraft(me, 'erase', OPENED)
  vi.advanceTimersByTime(900_000)
  expect(takeDialogDraft(me, 'erase')).toBeUndefined()
})
