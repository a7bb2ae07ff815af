import { Button } from '@mantine/core'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from '../texts'

export function ResetLinkExpired() {
  const t = useT()
  const { goTo } = useLogin()
  return (
    <Step title={t('reset.expired')} lead={t('reset.expiredText')} footer={<BackToSignIn />}>
      <div className={frame.actions}>
        <Button fullWidth data-first onClick={() => goTo('forgotPasswordUrl')}>
          {t('reset.again')}
        </Button>
      </div>
    </Step>
  )
}
