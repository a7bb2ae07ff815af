import { useState } from 'react'
import { useLogin } from '../context'
import { Outline } from '../frame/Waiting'
import { useInvitation } from '../invitation'
import { Success } from '../login/Success'
import { DeadInvitation } from './DeadInvitation'
import { SignUp } from './SignUp'
import { SignUpSuccess } from './SignUpSuccess'

type State = { readonly step: 'SignUp' | 'SignUpSuccess' | 'success'; readonly email: string }

export function SignUpPage() {
  const { session } = useLogin()
  const invitation = useInvitation()
  const [{ step, email }, setState] = useState<State>({ step: 'SignUp', email: '' })

  if (invitation.isDead) return <DeadInvitation />
  if (invitation.token && !invitation.tenant) return <Outline />
  if (step === 'success') return <Success />
  if (step === 'SignUpSuccess') {
    return <SignUpSuccess email={email} onOtherEmail={() => setState({ step: 'SignUp', email })} />
  }
  return (
    <SignUp
      invitation={invitation}
      email={email}
      onDone={async ({ shouldActivate, authResponse }, address) => {
        if (!shouldActivate && authResponse) await session.accept(authResponse)
        setState({ step: shouldActivate ? 'SignUpSuccess' : 'success', email: address })
      }}
    />
  )
}
