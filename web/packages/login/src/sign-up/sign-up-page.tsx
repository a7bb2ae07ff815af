import type { LoginAnswer } from '@gatehouse/sdk'
import { useState } from 'react'
import type { SignUpAnswer } from '../calls'
import { useLogin } from '../context'
import { Failed } from '../frame/failed'
import { Outline } from '../frame/waiting'
import { useInvitation } from '../invitation'
import { Leaving } from '../login/success'
import { DeadInvitation } from './dead-invitation'
import { SignUp } from './sign-up'
import { SignUpSuccess } from './sign-up-success'

/** Steps of spec §4: SignUp, SignUpSuccess. Both are in the browser's history. */
export function SignUpPage() {
  const { session, step, email, goToStep, tell, routes } = useLogin()
  const invitation = useInvitation()
  const [isIn, setIn] = useState(false)

  async function goIn(answer: LoginAnswer): Promise<void> {
    await session.accept(answer)
    setIn(true)
  }
  async function onDone(answer: SignUpAnswer, address: string): Promise<void> {
    const { shouldActivate, authResponse, userId, tenantId } = answer
    tell({ type: 'sign-up-complete', email: address, ...(userId && { userId }), ...(tenantId && { tenantId }) })
    if (!shouldActivate && authResponse) await goIn(authResponse)
    else goToStep('SignUpSuccess', address)
  }

  if (isIn) return <Leaving home={routes.signUpSuccessUrl} />
  if (step === 'SignUpSuccess' && email) {
    return <SignUpSuccess email={email} onOtherEmail={() => goToStep(undefined, email)} />
  }
  if (invitation.isDead) return <DeadInvitation />
  if (invitation.trouble) return <Failed error={invitation.trouble} />
  if (invitation.token && !invitation.tenant) return <Outline />
  return <SignUp invitation={invitation} onDone={onDone} />
}
