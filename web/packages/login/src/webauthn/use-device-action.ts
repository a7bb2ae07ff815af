import { useSubmit } from '@gatehouse/ui'
import { useState } from 'react'
import { useT } from '../texts'
import { DeviceCanceledError } from './device'

/** Runs an action that opens the browser's passkey prompt. Closing the prompt shows a message and is not an error. */
export function useDeviceAction(action: () => Promise<void>) {
  const t = useT()
  const [wasCanceled, setCanceled] = useState(false)
  const { failure, pending, run } = useSubmit()

  async function attempt(): Promise<void> {
    setCanceled(false)
    try {
      await action()
    } catch (error) {
      if (!(error instanceof DeviceCanceledError)) throw error
      setCanceled(true)
    }
  }

  return { pending, failure: wasCanceled ? t('webauthn.cancelled') : failure, start: () => void run(attempt) }
}
