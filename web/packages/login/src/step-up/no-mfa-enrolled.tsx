import { Button } from '@mantine/core'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from '../texts'

/** What was asked for needs a second factor, and there is none. */
export function NoMfaEnrolledStepUp() {
  const t = useT()
  const { finish } = useLogin()
  return (
    <Step title={t('stepUp.notEnrolled')} lead={t('stepUp.notEnrolledText')}>
      <div className={frame.actions}>
        <Button fullWidth data-first onClick={() => finish()}>
          {t('stepUp.back')}
        </Button>
      </div>
    </Step>
  )
}
