import { expect, test } from 'vitest'
import { resolveStep } from '../flow/flow'
import { nextLoginStep } from './next-login-step'
import { STEPS } from './steps'

const devices = (...authenticators: { id: string }[]) => ({ webauthn: [], phones: [], authenticators, emails: [] })
const phones = [{ id: 'p', phoneNumber: '+1' }]

test.each<[object, string]>([
  [{ accessToken: 'x' }, 'success'],
  [{ mfaRequired: true, mfaToken: 'm', mfaDevices: devices({ id: 'a' }) }, 'verifyTwoFactor'],
  [{ mfaRequired: true, mfaToken: 'm', mfaDevices: { ...devices({ id: 'a' }), phones } }, 'loginWithTwoFactor'],
  [{ mfaRequired: true, mfaToken: 'm' }, 'loginWithTwoFactor'],
  [{ mfaRequired: false, isBreachedPassword: true, userEmail: 'ada@acme.test' }, 'breachedPassword'],
  [{ mfaRequired: false, resetPasswordToken: 'r', userId: 'u' }, 'replacePassword'],
  [
    { mfaRequired: true, mfaToken: 'm', mfaDevices: { ...devices(), webauthn: [{ id: 'w', name: 'Key' }] } },
    'verifyDevice',
  ],
  [{ mfaRequired: true, mfaToken: 'm', mfaEnrolled: false }, 'enrollAuthenticator'],
  [{ mfaRequired: true, mfaToken: 'm', mfaEnrolled: false, mfaStrategies: ['SMS'] }, 'enrollPhone'],
  [{ mfaRequired: true, mfaToken: 'm', mfaEnrolled: false, mfaStrategies: ['EmailCode'] }, 'enrollEmail'],
  [
    { mfaRequired: true, mfaToken: 'm', mfaEnrolled: false, mfaStrategies: ['SMS', 'AuthenticatorApp'] },
    'forceTwoFactor',
  ],
])('%j leads to %s, which has all that it takes', (answer, step) => {
  const [next, found] = nextLoginStep(answer)
  expect(next).toBe(step)
  expect(resolveStep(STEPS, 'preLogin', next, found)).toBe(step)
})

test.each([{}, { mfaRequired: true }, { mfaRequired: false, isBreachedPassword: false }, { accessToken: '' }])(
  '%j does not sign in',
  (answer) => {
    expect(() => nextLoginStep(answer)).toThrow('Failed to authenticate')
  },
)
