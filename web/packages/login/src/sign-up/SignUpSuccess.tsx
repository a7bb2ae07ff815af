import { Button } from '@mantine/core'
import { resendActivation } from '../calls'
import { useLogin } from '../context'
import { Resend } from '../form/Resend'
import { BackToSignIn } from '../frame/BackToSignIn'
import { Emphasis } from '../frame/Emphasis'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/Step'
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
        <Resend send={() => resendActivation(session.call, email)} />
        <Button variant="subtle" fullWidth onClick={onOtherEmail}>
          {t('signUp.otherEmail')}
        </Button>
      </div>
    </Step>
  )
}
