import { expect, test } from 'vitest'
import { createStepDefiner, type Patch, resolveStep } from './flow'

interface Facts {
  readonly email: string
  readonly secret: object
}
const step = createStepDefiner<Facts>()
const Nothing = () => null
const steps = { ask: step(Nothing), password: step(Nothing, 'email'), code: step(Nothing, 'email', 'secret') }

test.each<[string | undefined, Patch<Facts>, string]>([
  [undefined, {}, 'ask'],
  ['password', {}, 'ask'],
  ['password', { email: '' }, 'ask'],
  ['password', { email: 'a@b.c' }, 'password'],
  ['code', { email: 'a@b.c' }, 'ask'],
  ['code', { email: 'a@b.c', secret: {} }, 'code'],
  ['code', { email: 'a@b.c', secret: undefined }, 'ask'],
  ['nonsense', { email: 'a@b.c' }, 'ask'],
  ['constructor', {}, 'ask'],
])('history that asks for %s with %j known gets %s', (wanted, facts, shown) => {
  expect(resolveStep(steps, 'ask', wanted, facts)).toBe(shown)
})
