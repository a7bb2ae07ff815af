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
  ['{ "exp": 1 }', /^“exp” is set by the server/],
  ['{ "": 1 }', /^“”: a name must have 1 to/],
  ['{ "a": "{{password}}" }', /^“\{\{password\}\}” is not a valid placeholder/],
  ['{ "a": ["{% x %}"] }', /^Double braces can only contain placeholders/],
  ['{ "a": { "{{roles}}": 1 } }', /^Placeholders are allowed in values/],
  [JSON.stringify({ a: 'ü'.repeat(2100) }), /^The claims are too large/],
  ['{ "a": { "b": { "c": { "d": { "e": 1 } } } } }', /^Nest claims at most 4/],
])('%s is no template', (text, placeholderValue) => {
  const { error } = claimsSchema.safeParse(text)
  expect(error?.issues.map(({ message }) => message)).toEqual([expect.stringMatching(placeholderValue)])
})

test.each(['{ "sub": "{{sub}}", "a": "{{ user.metadata }}" }', '{ "a": { "b": { "c": { "d": 1 } } } }'])(
  '%s is one',
  (text) => {
    expect(claimsSchema.safeParse(text).success).toBe(true)
  },
)
