import { useCallback, useEffect, useState } from 'react'
import { parseMailLink } from '../calls'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { LoadError } from '../frame/load-error'
import { LoadingCard } from '../frame/loading-card'
import { Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import { verifyInvitation } from '../login/calls'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { InvitationAccepted } from './invitation-accepted'
import { PendingInvitation } from './pending-invitation'

/**
 * Steps of spec §4: validate, invalid, pending, success, failed. Accepting requires a click, because mail scanners open
 * links, too.
 */
export function AcceptInvitationPage() {
  const t = useT()
  const { session, search, goTo } = useLogin()
  const [step, setStep] = useState<'pending' | 'success' | 'failed'>('pending')
  const link = parseMailLink(search)
  const invitationToken = search.get('invitationToken')
  const token = invitationToken ?? link?.token

  const { value: details, error } = useLoad(
    useCallback(async () => (token ? verifyInvitation(session.call, token) : undefined), [session, token]),
  )
  // An invitation link without a user id is not bound to an account: the user signs up or signs in first.
  const isOpenInvitation = !link && details !== undefined
  useEffect(() => {
    if (isOpenInvitation) goTo('signUpUrl', { replace: true })
  }, [isOpenInvitation, goTo])

  if (!token || (isClientError(error) && !link)) {
    return <Step title={t('invitation.invalid')} lead={t('invitation.invalidText')} footer={<BackToSignIn />} />
  }
  if (isClientError(error) || step === 'failed') {
    return <Step title={t('invitation.failed')} lead={t('invitation.failedText')} footer={<BackToSignIn />} />
  }
  if (error) return <LoadError error={error} />
  if (!link || !details) return <LoadingCard title={t('invitation.checking')} />
  if (step === 'success') return <InvitationAccepted details={details} />
  return (
    <PendingInvitation
      link={link}
      details={details}
      onAccepted={() => setStep('success')}
      onFailed={() => setStep('failed')}
    />
  )
}
