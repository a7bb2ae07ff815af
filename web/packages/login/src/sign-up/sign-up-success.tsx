import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { ResendButton } from '../form/resend-button'
import { BackToSignIn } from '../frame/back-to-sign-in'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { resendActivation } from '../login/calls'
import { useT } from '../texts'

interface SignUpSuccessProps {
  readonly email: string
  readonly onOtherEmail: () => void
}

export function SignUpSuccess({ email, onOtherEmail }: SignUpSuccessProps) {
  const t = useT()
  const { session } = useLogin()
  return (
    <Step
      title={t('signUp.done')}
      lead={<Emphasis text={t('signUp.doneText', { email })} part={email} />}
      footer={<BackToSignIn />}
    >
      <div className={frame.actions}>
        <ResendButton send={() => resendActivation(session.call, email)} />
        <Button variant="subtle" fullWidth onClick={onOtherEmail}>
          {t('signUp.otherEmail')}
        </Button>
      </div>
    </Step>
  )
}
