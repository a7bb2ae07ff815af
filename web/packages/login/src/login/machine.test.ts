import { expect, test } from 'vitest'
import { begin, type LoginEvent, type LoginStep, reduce, stepAfter } from './machine'

const run = (...events: LoginEvent[]) => events.reduce(reduce, begin('preLogin', ''))
const given: LoginEvent = { type: 'emailGiven', email: 'a@b.c' }

test('an address for single sign-on outranks the password', () => {
  expect(run(given)).toMatchObject({ step: 'loginWithPassword', email: 'a@b.c' })
  expect(run({ ...given, address: 'https://idp.test' })).toMatchObject({ step: 'redirectToSSO' })
})

test('an email that is not wanted any more stays filled in', () => {
  expect(run(given, { type: 'emailUnwanted' })).toEqual({ step: 'preLogin', first: 'preLogin', email: 'a@b.c' })
})

test.each<[object, LoginStep]>([
  [{ accessToken: 'x' }, 'success'],
  [{ mfaRequired: true, mfaToken: 'm', mfaEnrolled: true }, 'loginWithTwoFactor'],
  [{ mfaRequired: true, mfaToken: 'm' }, 'loginWithTwoFactor'],
  [{ mfaRequired: true, mfaToken: 'm', mfaEnrolled: false }, 'forceTwoFactor'],
])('%j leads to %s', (answer, step) => {
  expect(stepAfter(answer)).toBe(step)
})

test.each<[LoginStep | undefined, LoginStep]>([
  [undefined, 'preLogin'],
  ['loginWithPassword', 'preLogin'],
  ['redirectToSSO', 'preLogin'],
  ['loginWithTwoFactor', 'preLogin'],
])('history that asks for %s after a reload gets %s', (wanted, shown) => {
  expect(run({ type: 'wentTo', step: wanted }).step).toBe(shown)
})

test('a reload keeps the step that needs nothing but the email', () => {
  const reloaded = begin('preLogin', 'a@b.c')
  expect(reduce(reloaded, { type: 'wentTo', step: 'loginWithPassword' }).step).toBe('loginWithPassword')
  expect(reduce(reloaded, { type: 'wentTo', step: 'loginWithTwoFactor' }).step).toBe('preLogin')
})

test('history brings back a step whose facts are still known', () => {
  expect(run(given, { type: 'wentTo', step: undefined }).step).toBe('preLogin')
  expect(run(given, { type: 'wentTo', step: undefined }, { type: 'wentTo', step: 'loginWithPassword' })).toMatchObject({
    step: 'loginWithPassword',
    email: 'a@b.c',
  })
})
