import { saveRedirect } from '@gatehouse/sdk'
import { Button } from '@mantine/core'
import { useCallback, useEffect } from 'react'
import { useLogin } from '../context'
import { ReadOnlyEmail } from '../form/email-field'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'

const REDIRECT_MS = 2000

/** Announces the redirect to the company's single sign-on, and lets the user change the email first. */
export function RedirectToSSO({ facts: { email, address }, go }: StepProps<'email' | 'address'>) {
  const t = useT()
  const { session, search } = useLogin()
  const { navigate, storage } = session.environment

  const redirect = useCallback(() => {
    // The provider's callback has its own address, so the requested redirect is saved.
    const requestedUrl = search.get('redirectUrl')
    if (requestedUrl) saveRedirect(requestedUrl, storage)
    navigate(address)
  }, [address, navigate, search, storage])

  useEffect(() => {
    const timer = setTimeout(redirect, REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [redirect])

  return (
    <Step title={t('login.sso')}>
      <div className={frame.actions}>
        <ReadOnlyEmail email={email} onChange={() => go('preLogin')} />
        <Button fullWidth data-first onClick={redirect}>
          {t('login.ssoNow')}
        </Button>
      </div>
    </Step>
  )
}
