import { expect, test } from 'vitest'
import { isSteppedUp, MULTI_FACTOR } from './step-up'

const NOW = 1_000_000_000
const claims = (more = {}) => ({ acr: MULTI_FACTOR, amr: ['pwd', 'otp', 'mfa'], auth_time: NOW / 1000 - 60, ...more })

test.each([
  ['two factors', claims(), undefined, true],
  ['a key', claims({ amr: ['hwk', 'mfa'] }), undefined, true],
  ['another class', claims({ acr: 'urn:other' }), undefined, false],
  ['no class', claims({ acr: undefined }), undefined, false],
  ['no word of two factors', claims({ amr: ['pwd', 'otp'] }), undefined, false],
  ['two factors of which none is known', claims({ amr: ['pwd', 'mfa'] }), undefined, false],
  ['lately enough', claims(), 60, true],
  ['too long ago', claims(), 59, false],
  ['unknown time', claims({ auth_time: undefined }), 60, false],
] as const)('%s', (_, said, maxAge, expected) => {
  expect(isSteppedUp(said, maxAge, NOW)).toBe(expected)
})
