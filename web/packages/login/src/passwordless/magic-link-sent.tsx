import { useLogin } from '../context'
import { ReadOnlyEmail } from '../form/email-field'
import { ResendButton } from '../form/resend-button'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { sendPasswordless } from './calls'

/** The magic link was sent; it opens only in this browser. */
export function MagicLinkSent({ facts: { email }, go }: StepProps<'email'>) {
  const t = useT()
  const { session, search } = useLogin()
  const invitationToken = search.get('invitationToken') ?? undefined
  return (
    <Step
      title={t('passwordless.linkSent')}
      lead={<Emphasis text={t('passwordless.linkSentText', { email })} part={email} />}
    >
      <div className={frame.actions}>
        <ReadOnlyEmail email={email} onChange={() => go('preLogin')} />
        <ResendButton send={() => sendPasswordless(session.call, 'magiclink', { email, invitationToken })} />
      </div>
    </Step>
  )
}
