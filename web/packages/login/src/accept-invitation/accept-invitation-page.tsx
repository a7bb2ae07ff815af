import { useCallback, useEffect, useState } from 'react'
import { linkOf } from '../calls'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Failed } from '../frame/failed'
import { Step } from '../frame/step'
import { Waiting } from '../frame/waiting'
import { verifyInvitation } from '../login/calls'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { Joined } from './joined'
import { PendingInvitation } from './pending-invitation'

/**
 * Steps of spec §4: validate, invalid, pending, success, failed. Accepting requires a click, because mail scanners open
 * links, too.
 */
export function AcceptInvitationPage() {
  const t = useT()
  const { session, search, goTo } = useLogin()
  const [step, setStep] = useState<'pending' | 'success' | 'failed'>('pending')
  const link = linkOf(search)
  const invitationToken = search.get('invitationToken')
  const token = invitationToken ?? link?.token

  const { value: inviting, error } = useLoaded(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  // An invitation link without a user id is not bound to an account: the user signs up or signs in first.
  const isForAnybody = !link && inviting !== undefined
  useEffect(() => {
    if (isForAnybody) goTo('signUpUrl', { replace: true })
  }, [isForAnybody, goTo])

  if (!token || (isRefusal(error) && !link)) {
    return <Step title={t('invitation.invalid')} lead={t('invitation.invalidText')} footer={<BackToSignIn />} />
  }
  if (isRefusal(error) || step === 'failed') {
    return <Step title={t('invitation.failed')} lead={t('invitation.failedText')} footer={<BackToSignIn />} />
  }
  if (error) return <Failed error={error} />
  if (!link || !inviting) return <Waiting title={t('invitation.checking')} />
  if (step === 'success') return <Joined inviting={inviting} />
  return (
    <PendingInvitation
      link={link}
      inviting={inviting}
      onAccepted={() => setStep('success')}
      onFailed={() => setStep('failed')}
    />
  )
}
