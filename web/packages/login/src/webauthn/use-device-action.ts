import { useSubmit } from '@gatehouse/ui'
import { useState } from 'react'
import { useT } from '../texts'
import { Cancelled } from './device'

/** Runs an action that opens the browser's passkey prompt. Closing the prompt shows a message and is not an error. */
export function useDeviceAction(action: () => Promise<void>) {
  const t = useT()
  const [wasCancelled, setCancelled] = useState(false)
  const { failure, pending, run } = useSubmit()

  async function attempt(): Promise<void> {
    setCancelled(false)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error
      setCancelled(true)
    }
  }

  return { pending, failure: wasCancelled ? t('webauthn.cancelled') : failure, start: () => void run(attempt) }
}
