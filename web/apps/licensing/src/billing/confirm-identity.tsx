import { ApiError } from '@gatehouse/api'
import { useAuthUser, useLoginWithRedirect, useStepUp } from '@gatehouse/react'
import { ConfirmDialog, errorText, toast } from '@gatehouse/ui'
import { type ReactNode, useState } from 'react'
import { useT } from './billing.texts'

const RECENT_SECONDS = 3600
const ASKS = ['access.recent_sign_in_needed', 'access.step_up_needed']

const isAsked = (error: unknown) => error instanceof ApiError && ASKS.includes(error.code)

interface ConfirmIdentity {
  /** For a refusal: asks for the proof that is missing, or says what else was wrong. */
  readonly onError: (error: unknown) => void
  readonly dialog: ReactNode
}

/** Asks for a fresh sign-in or step-up where an action requires one, and returns here. `why`: the reason shown. */
export function useConfirmIdentity(why: string): ConfirmIdentity {
  const t = useT()
  const { mfaEnrolled } = useAuthUser()
  const signInAgain = useLoginWithRedirect()
  const stepUp = useStepUp()
  const [isAsking, setAsking] = useState(false)

  const onError = (error: unknown) => {
    if (isAsked(error)) setAsking(true)
    else toast.error(errorText(error))
  }
  const confirmIdentity = () =>
    mfaEnrolled === true ? stepUp({ maxAge: RECENT_SECONDS }) : signInAgain({ prompt: 'login' })
  const dialog = (
    <ConfirmDialog
      opened={isAsking}
      onClose={() => setAsking(false)}
      onConfirm={confirmIdentity}
      title={t('proof.title')}
      verb={t('proof.verb')}
      danger={false}
    >
      {why} {t('proof.text')}
    </ConfirmDialog>
  )
  return { onError, dialog }
}
