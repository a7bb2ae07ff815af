import { render } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { parseFlags, useUserData } from './user-data'

test.each([
  ['{"preview": true, "beta": 1}', { preview: true, beta: 1 }],
  ['', {}],
  [undefined, {}],
  ['{not json', {}],
  ['"text"', {}],
  ['[1]', {}],
  ['null', {}],
])('metadata %j gives flags %j', (metadata, flags) => expect(parseFlags(metadata)).toEqual(flags))

const Reader = () => useUserData().name

test('user data outside its context is an error that says so', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(() => render(<Reader />)).toThrow('outside user data context')
})
