import { errorText } from '@gatehouse/ui'
import { expect, test, vi } from 'vitest'
import { authenticateDevice, cancelAuthentication, registerDevice, supportsAutofill } from './device'

vi.mock('@simplewebauthn/browser', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

const OPTIONS = { challenge: 'AAAA' } as Parameters<typeof registerDevice>[0]

test.each([() => authenticateDevice(OPTIONS), () => registerDevice(OPTIONS), supportsAutofill])(
  'without the script that speaks to devices, people are told what helps (%s)',
  async (ask) => {
    const told = await ask().catch(errorText)
    expect(told).toBe('Part of this page did not load. Reload the page, then try again.')
  },
)

test('and there is nothing to stop', async () => {
  cancelAuthentication()
  // An unhandled rejection fails the run.
  await supportsAutofill().catch(() => undefined)
})
