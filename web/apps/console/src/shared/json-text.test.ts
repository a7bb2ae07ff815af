import { expect, test } from 'vitest'
import { jsonProblem, jsonText, readJson } from './json-text'

test.each(['', ' \n ', '{}', '{ "a": "b" }', '{"a":[1,-2.5e+3,true,null,{"b":[]}],"c":"\\u00e9\\n"}\n'])(
  'nothing is wrong with %j',
  (text) => {
    expect(jsonProblem(text)).toBeUndefined()
    expect(() => readJson(text)).not.toThrow()
  },
)

test.each([
  ['[1]', 'Enter a JSON object such as { "team": "billing" }'],
  ['"a"', 'Enter a JSON object such as { "team": "billing" }'],
  ['{\n  "a": "b"\n  "c": "d"\n}', 'Line 3, column 3: a comma or the closing bracket is missing'],
  ['{ "a" "b" }', 'Line 1, column 7: a colon is missing'],
  ["{ 'a': 1 }", 'Line 1, column 3: a property name in double quotes is missing'],
  ['{ "a": 1, }', 'Line 1, column 11: a property name in double quotes is missing'],
  ['{ "a": b }', 'Line 1, column 8: a value is missing; strings must be in double quotes'],
  ['{ "a": 01 }', 'Line 1, column 8: a value is missing; strings must be in double quotes'],
  ['{ "a": "b', 'Line 1, column 8: a value is missing; strings must be in double quotes'],
  ['{ "a": 1,\n  "a": 2 }', 'Line 2, column 3: this property name is used twice'],
  ['{ "a": 1', 'Line 1, column 9: a comma or the closing bracket is missing'],
  ['{} {}', 'Line 1, column 4: unexpected characters after the object'],
])('it says what is wrong with %j, and where', (text, said) => {
  expect(jsonProblem(text)).toBe(said)
})

test('whatever the browser refuses is refused, and the other way round', () => {
  const whole = '{"a":[1,{"b":"c\\"d"}],"e":-0.5}'
  for (let at = 0; at <= whole.length; at++)
    for (const put of ['', '"', ',', '}', ']', ':', '0', '\\', 'x', ' ']) {
      const text = `${whole.slice(0, at)}${put}${whole.slice(at + 1)}`
      let matchAt: unknown
      try {
        matchAt = JSON.parse(text)
      } catch {
        matchAt = undefined
      }
      const isObject = typeof matchAt === 'object' && matchAt !== null && !Array.isArray(matchAt)
      expect([text, jsonProblem(text) === undefined]).toEqual([text, isObject])
    }
})

test('an empty object is no text', () => {
  expect(jsonText({})).toBe('')
  expect(jsonText(undefined)).toBe('')
  expect(jsonText({ a: 'b' })).toBe('{\n  "a": "b"\n}')
})
