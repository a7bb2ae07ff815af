import { formsIn } from '@gatehouse/ui/testing-edits'
import { expect, test } from 'vitest'

/** Forms that begin with nothing that is stored: they send something new, or ask. One counts twice where it is a dialog. */
const CREATE = [
  'billing/billing-email-dialog',
  'billing/billing-email-dialog',
  'billing/relay-file',
  'billing/relay-file',
  'contact/contact-form',
  'onboarding/create-organization',
]

test('no form of the licensing portal edits what is stored, so none can bring an older value back', () => {
  expect(formsIn(import.meta.dirname).sort()).toEqual(CREATE)
})
