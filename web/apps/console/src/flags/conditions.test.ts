import { expect, test } from 'vitest'
import { cleanRules, newCondition, newRule, operatorsFor, withAttribute, withOperator } from './conditions'

test('what is known of the caller takes only what the server lets it be compared with', () => {
  expect(operatorsFor('frontegg.emailVerified')).toEqual(['is'])
  expect(operatorsFor('frontegg.email')).not.toContain('equal')
  expect(operatorsFor('seats')).toContain('between_date')
  expect(operatorsFor('jwt.seats')).toContain('between_numeric')
  expect(operatorsFor('jwt.seats')).not.toContain('between_date')
})

test('another attribute takes another operator where the one before does not fit', () => {
  const verified = withAttribute(newCondition(), 'frontegg.emailVerified')
  expect(verified).toMatchObject({ attributeType: 'frontegg', op: 'is', value: { boolean: true } })
  expect(withAttribute(verified, 'seats')).toMatchObject({ attributeType: 'custom', op: 'is' })
})

test('a value stays while the operator takes the same kind', () => {
  const listed = { ...newCondition(), value: { list: ['@acme.com'] } }
  expect(withOperator(listed, 'contains').value).toEqual({ list: ['@acme.com'] })
  expect(withOperator(listed, 'matches').value).toEqual({ string: '' })
})

test('empty lines are no values', () => {
  const rule = { ...newRule(), conditions: [{ ...newCondition(), value: { list: [' a ', ''] } }] }
  expect(cleanRules([rule])[0]?.conditions?.[0]?.value).toEqual({ list: ['a'] })
})
