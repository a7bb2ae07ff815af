import { ApiError } from '@gatehouse/api'
import { useAuthUser, useLoginWithRedirect, useStepUp } from '@gatehouse/react'
import { ConfirmDialog, errorText, toast } from '@gatehouse/ui'
import { type ReactNode, useState } from 'react'
import { Cancelled } from './key'
import { useT } from './privacy.texts'

const RECENT_SECONDS = 3600
const ASKS = ['access.recent_sign_in_needed', 'access.step_up_needed']

export const needsRecentAuth = (error: unknown): boolean => error instanceof ApiError && ASKS.includes(error.code)

interface RecentAuth {
  /** Runs an action that may require recent authentication. Other errors are shown as a toast. */
  readonly runGuarded: (action: () => Promise<unknown>) => void
  readonly isRunning: boolean
  /** Asks the user to confirm their identity, and returns here. */
  readonly ask: () => void
  readonly dialog: ReactNode
}

/** Changes of sign-in methods require a recent sign-in or step-up. */
export function useRecentAuth(): RecentAuth {
  const t = useT()
  const confirmIdentity = useConfirmIdentity()
  const [isAsking, setAsking] = useState(false)
  const [isRunning, setRunning] = useState(false)

  function handleError(error: unknown): void {
    if (needsRecentAuth(error)) setAsking(true)
    else if (error instanceof Cancelled) toast.info(t('key.cancelled'))
    else toast.error(errorText(error))
  }
  function runGuarded(action: () => Promise<unknown>): void {
    setRunning(true)
    action()
      .catch(handleError)
      .finally(() => setRunning(false))
  }
  const dialog = (
    <ConfirmDialog
      opened={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={confirmIdentity}
      title={t('proof.title')}
      verb={t('proof.verb')}
      danger={false}
    >
      {t('proof.text')}
    </ConfirmDialog>
  )
  return { runGuarded, isRunning, ask: () => setAsking(true), dialog }
}

/** Steps up with MFA if the user has enrolled it, otherwise asks for a new sign-in. */
function useConfirmIdentity(): () => Promise<void> {
  const { mfaEnrolled } = useAuthUser()
  const signInAgain = useLoginWithRedirect()
  const stepUp = useStepUp()
  return () => (mfaEnrolled === true ? stepUp({ maxAge: RECENT_SECONDS }) : signInAgain({ prompt: 'login' }))
}
