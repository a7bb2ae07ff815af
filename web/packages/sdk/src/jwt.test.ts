import { expect, test } from 'vitest'
import { decodeToken } from './jwt'
import { makeToken } from './testing'

test('claims are read, also beyond ASCII', () => {
  expect(decodeToken(makeToken({ name: 'Zoë 李', permissions: ['fe.*'] }))).toMatchObject({
    sub: 'u1',
    name: 'Zoë 李',
    permissions: ['fe.*'],
  })
})

test.each([
  ['empty', ''],
  ['one part', 'abc'],
  ['two parts', 'a.b'],
  ['not base64', 'a.*.c'],
  ['not JSON', `a.${btoa('hello')}.c`],
  ['not an object', `a.${btoa('[1]')}.c`],
])('%s is refused with the documented words', (_, token) => {
  expect(() => decodeToken(token)).toThrow('Invalid token specified')
})
