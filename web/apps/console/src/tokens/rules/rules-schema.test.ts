import { expect, test } from 'vitest'
import { newCondition } from './conditions'
import { rulesSchema } from './rules-schema'

const rule = (...conditions: object[]) => ({
  conditionLogic: 'and' as const,
  conditions: conditions.map((one) => ({ ...newCondition(), ...one })),
  treatment: 'gold',
})
const GOOD = { value: { list: ['t1'] } }

test.each([
  [[rule(GOOD), { ...rule(), treatment: '' }], 'Rule 2: choose a template'],
  [[rule(GOOD, { value: { list: [' ', ''] } })], 'Rule 1, condition 2: enter at least one value'],
  [
    [rule({ value: { list: ['x'.repeat(321)] } })],
    'Rule 1, condition 1: use at most 1,000 values with 320 characters each',
  ],
  [[rule({ attribute: 'roleIds', value: { list: ['Admin'] } })], 'Rule 1, condition 1: choose existing roles'],
  [Array(51).fill(rule()), 'Use at most 50 rules with 20 conditions each'],
])('what is wrong is said with its place', (rules, said) => {
  const { error } = rulesSchema.safeParse({ rules })
  expect(error?.issues.map(({ message }) => message)).toEqual([said])
})

test('rules that the server takes are taken, also one that always holds', () => {
  expect(rulesSchema.safeParse({ rules: [rule(GOOD), rule()] }).success).toBe(true)
})
