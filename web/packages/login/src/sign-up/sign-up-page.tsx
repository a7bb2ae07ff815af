import type { LoginAnswer } from '@gatehouse/sdk'
import { useState } from 'react'
import type { SignUpAnswer } from '../calls'
import { useLogin } from '../context'
import { LoadError } from '../frame/load-error'
import { CardSkeleton } from '../frame/loading-card'
import { useInvitation } from '../invitation'
import { FinishLogin } from '../login/success'
import { InvalidInvitation } from './invalid-invitation'
import { SignUp } from './sign-up'
import { SignUpSuccess } from './sign-up-success'

/** Steps of spec §4: SignUp, SignUpSuccess. Both are in the browser's history. */
export function SignUpPage() {
  const { session, step, email, goToStep, onEvent, routes } = useLogin()
  const invitation = useInvitation()
  const [isSignedUp, setSignedUp] = useState(false)

  async function signIn(answer: LoginAnswer): Promise<void> {
    await session.accept(answer)
    setSignedUp(true)
  }
  async function onDone(answer: SignUpAnswer, address: string): Promise<void> {
    const { shouldActivate, authResponse, userId, tenantId } = answer
    onEvent({ type: 'sign-up-complete', email: address, ...(userId && { userId }), ...(tenantId && { tenantId }) })
    if (!shouldActivate && authResponse) await signIn(authResponse)
    else goToStep('SignUpSuccess', address)
  }

  if (isSignedUp) return <FinishLogin home={routes.signUpSuccessUrl} />
  if (step === 'SignUpSuccess' && email) {
    return <SignUpSuccess email={email} onOtherEmail={() => goToStep(undefined, email)} />
  }
  if (invitation.isInvalid) return <InvalidInvitation />
  if (invitation.error) return <LoadError error={invitation.error} />
  if (invitation.token && !invitation.tenant) return <CardSkeleton />
  return <SignUp invitation={invitation} onDone={onDone} />
}
