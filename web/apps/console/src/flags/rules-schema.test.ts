import { expect, test } from 'vitest'
import { newCondition, newRule } from './conditions'
import { rulesSchema } from './rules-schema'

const custom = (op: string, value: object) => ({ ...newCondition(), attribute: 'seats', op, value }) as never

test.each([
  [custom('equal', { number: Number.POSITIVE_INFINITY }), 'enter a number'],
  [custom('equal', { number: Number.NaN }), 'enter a number'],
  [custom('between_numeric', { start: 5, end: 1 }), 'enter two numbers, the smaller one first'],
  [custom('on', { date: '' }), 'enter a complete date'],
  [
    custom('between_date', { start: '2026-02-01', end: '2026-01-01' }),
    'enter two complete dates, the earlier one first',
  ],
  [custom('matches', { string: '(' }), 'the regular expression is invalid'],
  [{ ...newCondition(), attribute: 'frontegg.plan' }, 'choose the email address, email verified, tenant ID or user ID'],
  [{ ...newCondition(), attribute: ' ' }, 'enter an attribute with letters, digits and the characters . _ : / -'],
])('what is wrong is said with its place: %j', (condition, said) => {
  const { error } = rulesSchema.safeParse([newRule(), { ...newRule(), conditions: [newCondition(), condition] }])
  expect(error?.issues.map(({ message }) => message)).toEqual([`Rule 2, condition 2: ${said}`])
})

test.each([
  custom('equal', { number: 0 }),
  custom('between_numeric', { start: 1, end: 1 }),
  custom('on', { date: '2026-01-01T00:00:00Z' }),
  custom('matches', { string: '^a+$' }),
  custom('is', { boolean: false }),
  newCondition(),
])('what the server takes is taken: %j', (condition) => {
  expect(rulesSchema.safeParse([{ ...newRule(), conditions: [condition] }]).success).toBe(true)
})
