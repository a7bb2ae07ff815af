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

// What the server asks counts for five minutes.
const RENEWED_MS = 4 * 60_000

interface AutofillOptions {
  readonly ask: () => Promise<RequestOptions>
  /** While the browser is busy with another question: it asks one at a time. */
  readonly isPaused: boolean
  readonly onTaken: (proof: AuthenticationResponseJSON) => Promise<void>
}

/** Has the browser offer passkeys in the field of the email, for as long as that is on screen. */
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
      // Nobody asked for it: there is the button.
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
