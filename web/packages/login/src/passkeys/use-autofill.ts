import { useSubmit } from '@gatehouse/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import {
  type AuthenticationResponseJSON,
  askDevice,
  Cancelled,
  offersInFields,
  type RequestOptions,
  stopAsking,
} from '../webauthn/device'

// A challenge is valid for five minutes.
const RENEWED_MS = 4 * 60_000

interface AutofillOptions {
  readonly ask: () => Promise<RequestOptions>
  /** Another browser prompt is open: browsers show one at a time. */
  readonly isPaused: boolean
  readonly onTaken: (proof: AuthenticationResponseJSON) => Promise<void>
}

/** Offers passkeys as autofill in the email field while it is shown. */
export function useAutofill({ ask, isPaused, onTaken }: AutofillOptions) {
  const { failure, pending, run } = useSubmit()
  const [round, setRound] = useState(0)
  const taken = useEffectEvent((proof: AuthenticationResponseJSON) => run(() => onTaken(proof)))

  useEffect(() => {
    if (isPaused) return
    let isOver = false
    async function offer(): Promise<void> {
      if (!(await offersInFields())) return
      const options = await ask()
      if (!isOver) await taken(await askDevice(options, true))
    }
    offer().catch((error: unknown) => {
      // The user did not request this, and the button remains available.
      if (!(error instanceof Cancelled)) console.warn('Passkeys are not offered in the field:', error)
    })
    const renewal = setTimeout(() => setRound(round + 1), RENEWED_MS)
    return () => {
      isOver = true
      clearTimeout(renewal)
      stopAsking()
    }
  }, [ask, isPaused, round])
  return { failure, pending }
}
