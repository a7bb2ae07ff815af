import { ApiError } from '@gatehouse/api'
import { useAuthUser, useLoginWithRedirect, useStepUp } from '@gatehouse/react'
import { ConfirmDialog, errorText, toast } from '@gatehouse/ui'
import { type ReactNode, useState } from 'react'
import { Cancelled } from './key'
import { useT } from './privacy.texts'

const RECENT_SECONDS = 3600
const ASKS = ['access.recent_sign_in_needed', 'access.step_up_needed']

export const asksForProof = (error: unknown): boolean => error instanceof ApiError && ASKS.includes(error.code)

interface FreshProof {
  /** Runs what may need that the person shows again who they are; a refusal of another kind becomes a toast. */
  readonly guarded: (action: () => Promise<unknown>) => void
  readonly isRunning: boolean
  /** Shows again who they are, and comes back here. */
  readonly ask: () => void
  readonly dialog: ReactNode
}

/** Changes of sign-in methods require a recent sign-in or step-up. */
export function useFreshProof(): FreshProof {
  const t = useT()
  const proveAgain = useConfirmIdentity()
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)

  function refused(error: unknown): void {
    if (asksForProof(error)) setAsking(true)
    else if (error instanceof Cancelled) toast.info(t('key.cancelled'))
    else toast.error(errorText(error))
  }
  function guarded(action: () => Promise<unknown>): void {
    setRunning(true)
    action()
      .catch(refused)
      .finally(() => setRunning(false))
  }
  const dialog = (
    <ConfirmDialog
      opened={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={proveAgain}
      title={t('proof.title')}
      verb={t('proof.verb')}
      danger={false}
    >
      {t('proof.text')}
    </ConfirmDialog>
  )
  return { guarded, isRunning, ask: () => setAsking(true), dialog }
}

/** By the second factor where there is one, else by signing in once more. */
function useConfirmIdentity(): () => Promise<void> {
  const { mfaEnrolled } = useAuthUser()
  const signInAgain = useLoginWithRedirect()
  const stepUp = useStepUp()
  return () => (mfaEnrolled === true ? stepUp({ maxAge: RECENT_SECONDS }) : signInAgain({ prompt: 'login' }))
}
