import { expect, test } from 'vitest'
import { type Found, stepAt, stepOf } from './flow'

interface Facts {
  readonly email: string
  readonly secret: object
}
const step = stepOf<Facts>()
const Nothing = () => null
const steps = { ask: step(Nothing), password: step(Nothing, 'email'), code: step(Nothing, 'email', 'secret') }

test.each<[string | undefined, Found<Facts>, string]>([
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
  expect(stepAt(steps, 'ask', wanted, facts)).toBe(shown)
})
