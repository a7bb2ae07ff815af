import { expect, test } from 'vitest'
import { isPhoneNumber } from './phone-number'

test.each(['+15550100199', '+1 (555) 010-0199', ' +49 30/123.4567'])('%s is a phone number', (value) => {
  expect(isPhoneNumber(value)).toBe(true)
})

test.each(['', '0301234567', '+12345', '+1234567890123456', '+1 555 CALL', 'alex@acme.test'])(
  '%s is no phone number',
  (value) => {
    expect(isPhoneNumber(value)).toBe(false)
  },
)
