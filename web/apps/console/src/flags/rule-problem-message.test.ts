import { expect, test } from 'vitest'
import { ruleProblemMessage } from './rule-problem-message'

test.each([
  [
    'plans.teams.rules.1.conditions.2',
    'value of matches: at most 500 characters',
    /^Rule 2, condition 3: .*at most 500 char/,
  ],
  [
    'features.a.flag.rules.0.conditions.0',
    'value of equal: a `number`',
    /^Rule 1, condition 1: .* not valid for this attribute$/,
  ],
  ['features.a.flag.rules.3', 'never heard of', /^Rule 4 is invalid/],
])('what is wrong at %s is said with its number', (place, text, said) => {
  expect(ruleProblemMessage(place, text)).toMatch(said)
})

test('what stands in no rule has the words of its field', () => {
  expect(ruleProblemMessage('plans.teams.price_id', 'never heard of')).toBeUndefined()
})
