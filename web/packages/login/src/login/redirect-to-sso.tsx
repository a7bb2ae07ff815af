import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLogin } from '../context'
import { ChosenEmail } from '../form/email-field'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from '../texts'
import type { StepProps } from './facts'

const REDIRECT_MS = 2000

/** Says where the person is being taken, and leaves time to say no. */
export function RedirectToSSO({ facts: { email, address }, go }: StepProps<'email' | 'address'>) {
  const t = useT()
  const { navigate } = useLogin().session.environment

  useEffect(() => {
    const leave = setTimeout(() => navigate(address), REDIRECT_MS)
    return () => clearTimeout(leave)
  }, [address, navigate])

  return (
    <Step title={t('login.sso')}>
      <div className={frame.actions}>
        <ChosenEmail email={email} onChange={() => go('preLogin')} />
        <Button fullWidth data-first onClick={() => navigate(address)}>
          {t('login.ssoNow')}
        </Button>
      </div>
    </Step>
  )
}
