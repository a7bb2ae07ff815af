import { expect, test } from 'vitest'
import { mergePatch } from './merge-patch'

const START = { navigation: { users: { visibility: 'always' }, audits: { visibility: 'hidden' } }, columns: ['a', 'b'] }

test.each([
  ['the same in another order', { columns: ['a', 'b'], navigation: { ...START.navigation } }, {}],
  ['one text', { ...START, title: 'Ours' }, { title: 'Ours' }],
  ['a list, whole', { ...START, columns: ['b'] }, { columns: ['b'] }],
  ['what goes', { navigation: { users: { visibility: 'always' } } }, { navigation: { audits: null }, columns: null }],
  ['a text for a table', { ...START, navigation: 'none' }, { navigation: 'none' }],
])('%s is told, and nothing else', (_, wanted, patch) => {
  expect(mergePatch(START, wanted, START)).toEqual({ patch, overtaken: [] })
})

test('concurrent changes at other paths are kept', () => {
  const theirs = { ...START, navigation: { ...START.navigation, users: { visibility: 'hidden' } } }
  const ours = { ...START, navigation: { ...START.navigation, audits: { visibility: 'always' } } }
  const patch = { navigation: { audits: { visibility: 'always' } } }
  expect(mergePatch(START, ours, theirs)).toEqual({ patch, overtaken: [] })
  expect(mergePatch(START, ours, ours)).toEqual({ patch, overtaken: [] })
})

test('a conflict is reported with its path', () => {
  const theirs = { ...START, navigation: { ...START.navigation, audits: { visibility: 'byPermissions' } } }
  const ours = { ...START, navigation: { ...START.navigation, audits: { visibility: 'always' } } }
  expect(mergePatch(START, ours, theirs).overtaken).toEqual([['navigation', 'audits', 'visibility']])
  expect(mergePatch(START, { ...START, navigation: {} }, theirs).overtaken).toEqual([['navigation', 'audits']])
  expect(mergePatch(START, ours, {}).overtaken).toEqual([['navigation']])
})
