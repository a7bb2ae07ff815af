import { expect, test } from 'vitest'
import { grants, isAdmitted } from './permissions'
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
  expect(grants(held, wanted)).toBe(granted)
})

const user = (me: object) => mergeUser({ accessToken: makeToken() }, me)

test('one key of several is enough', () => {
  const editor = user({ permissions: [{ key: 'docs.*' }], roles: [{ key: 'Editor' }] })
  expect(isAdmitted(editor, { permissions: ['billing.read', 'docs.write'] })).toBe(true)
  expect(isAdmitted(editor, { permissions: ['billing.read'], roles: ['Editor'] })).toBe(true)
  expect(isAdmitted(editor, { permissions: ['billing.read'], roles: ['Owner'] })).toBe(false)
  expect(isAdmitted(editor, {})).toBe(true)
})

test('a super user needs no key', () => {
  expect(isAdmitted(user({ superUser: true }), { permissions: ['x'] })).toBe(true)
})
