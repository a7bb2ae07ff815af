import { expect, test } from 'vitest'
import { decodeToken, toBase64, toBase64Url } from './jwt'
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

test('bytes become text piece by piece, however many there are', () => {
  const bytes = Uint8Array.from({ length: 300_001 }, (_, index) => index % 251)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
  expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
  expect(toBase64Url(Uint8Array.of(251, 255))).toBe('-_8')
})
