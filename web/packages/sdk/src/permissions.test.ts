import { expect, test } from 'vitest'
import { grantsPermission, hasAccess } from './permissions'
import { makeToken } from './testing'
import { mergeUser } from './user'

test.each([
  ['fe.secure.*', 'fe.secure.read.roles', true],
  ['*', 'anything.at.all', true],
  ['fe.*.roles', 'fe.secure.read.roles', true],
  ['fe.secure.read.roles', 'fe.secure.read.roles', true],
  ['fe.secure.*', 'fe.secure', false],
  ['fe.secure.*', 'feXsecure.read', false],
  ['fe.secure.read', 'fe.secure.read.roles', false],
  ['fe.secure', 'a.fe.secure', false],
  ['a+b(c', 'a+b(c', true],
])('%s grants %s: %s', (held, wanted, granted) => {
  expect(grantsPermission(held, wanted)).toBe(granted)
})

const user = (me: object) => mergeUser({ accessToken: makeToken() }, me)

test('one key of several is enough', () => {
  const editor = user({ permissions: [{ key: 'docs.*' }], roles: [{ key: 'Editor' }] })
  expect(hasAccess(editor, { permissions: ['billing.read', 'docs.write'] })).toBe(true)
  expect(hasAccess(editor, { permissions: ['billing.read'], roles: ['Editor'] })).toBe(true)
  expect(hasAccess(editor, { permissions: ['billing.read'], roles: ['Owner'] })).toBe(false)
  expect(hasAccess(editor, {})).toBe(true)
})

test('a super user needs no key', () => {
  expect(hasAccess(user({ superUser: true }), { permissions: ['x'] })).toBe(true)
})
