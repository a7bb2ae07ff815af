import { expect, test } from 'vitest'
import { previewOf } from './claims'
import { claimsSchema } from './claims-schema'

const TOKEN = { sub: 'u1', email: 'ada@acme.test', name: 'Ada', roles: ['Admin'], tenantId: 't1' }

test('placeholders are filled once; one alone becomes its value, one that is missing leaves its claim out', () => {
  expect(
    previewOf(
      {
        greeting: 'Hello {{ user.name }} <{{user.email}}>',
        rights: { roles: '{{roles}}', level: 7 },
        phone: '{{application.id}}',
        said: 'app: {{application.id}}.',
      },
      TOKEN,
    ),
  ).toEqual({
    ...TOKEN,
    greeting: 'Hello Ada <ada@acme.test>',
    rights: { roles: ['Admin'], level: 7 },
    said: 'app: .',
  })
  expect(previewOf({ a: '{{user.name}}' }, { ...TOKEN, name: '{{roles}}' }).a).toBe('{{roles}}')
})

test('what the token says by itself is never replaced', () => {
  expect(previewOf({ sub: '{{user.id}}', permissions: ['*'] }, TOKEN)).toEqual(TOKEN)
})

test.each([
  ['{ "a": ', /^Line 1, column 8/],
  ['{ "exp": 1 }', /^“exp” is said by the server/],
  ['{ "": 1 }', /^The name “”/],
  ['{ "a": "{{password}}" }', /^“\{\{password\}\}” is no placeholder/],
  ['{ "a": ["{% x %}"] }', /^Only placeholders/],
  ['{ "a": { "{{roles}}": 1 } }', /^Placeholders stand in values/],
  [JSON.stringify({ a: 'ü'.repeat(2100) }), /^This is too much/],
  ['{ "a": { "b": { "c": { "d": { "e": 1 } } } } }', /^Nest them at most 4/],
])('%s is no template', (text, said) => {
  const { error } = claimsSchema.safeParse(text)
  expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(said)])
})

test.each(['{ "sub": "{{sub}}", "a": "{{ user.metadata }}" }', '{ "a": { "b": { "c": { "d": 1 } } } }'])(
  '%s is one',
  (text) => {
    expect(claimsSchema.safeParse(text).success).toBe(true)
  },
)
