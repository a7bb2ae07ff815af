import { useSubmit } from '@gatehouse/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type AuthenticationResponseJSON,
  authenticateDevice,
  cancelAuthentication,
  DeviceCanceledError,
  type DeviceOptions,
  supportsAutofill,
} from '../webauthn/device'

// A challenge is valid for five minutes.
const RENEW_AFTER_MS = 4 * 60_000

interface AutofillOptions {
  readonly requestChallenge: () => Promise<DeviceOptions>
  /** Another browser prompt is open: browsers show one at a time. */
  readonly isPaused: boolean
  readonly onAssertion: (proof: AuthenticationResponseJSON) => Promise<void>
}

/** Offers passkeys as autofill in the email field while it is shown. */
export function useAutofill({ requestChallenge, isPaused, onAssertion }: AutofillOptions) {
  const { failure, pending, run } = useSubmit()
  const [round, setRound] = useState(0)
  const submitAssertion = useEffectEvent((proof: AuthenticationResponseJSON) => run(() => onAssertion(proof)))

  useEffect(() => {
    if (isPaused) return
    let isUnmounted = false
    async function offerPasskeys(): Promise<void> {
      if (!(await supportsAutofill())) return
      const options = await requestChallenge()
      if (!isUnmounted) await submitAssertion(await authenticateDevice(options, true))
    }
    offerPasskeys().catch((error: unknown) => {
      // The user did not request this, and the button remains available.
      if (!(error instanceof DeviceCanceledError)) console.warn('Passkeys are not offered in the field:', error)
    })
    const renewal = setTimeout(() => setRound(round + 1), RENEW_AFTER_MS)
    return () => {
      isUnmounted = true
      clearTimeout(renewal)
      cancelAuthentication()
    }
  }, [requestChallenge, isPaused, round])
  return { failure, pending }
}
