import { consumeRedirect } from '@gatehouse/sdk'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'

/**
 * Shown when step-up requires MFA and none is enrolled. Users enroll in the portal in another tab; returning to this
 * tab continues the step-up.
 */
export function NoMfaEnrolledStepUp({ facts: { isEnrolling }, go, setFacts }: StepProps) {
  const t = useT()
  const { session } = useLogin()
  const cancel = useCancelStepUp()

  useEffect(() => {
    if (!isEnrolling) return
    const restart = () => go('startStepUp')
    window.addEventListener('focus', restart)
    return () => window.removeEventListener('focus', restart)
  }, [isEnrolling, go])

  return (
    <Step title={t('stepUp.notEnrolled')} lead={t('stepUp.notEnrolledText')}>
      <div className={frame.actions}>
        <Button
          component="a"
          href={new URL('/oauth/portal/privacy', session.baseUrl).href}
          target="_blank"
          rel="noopener"
          fullWidth
          data-first
          onClick={() => setFacts({ isEnrolling: true })}
        >
          {t('stepUp.setUp')}
        </Button>
        <Button fullWidth variant="default" onClick={cancel}>
          {t('stepUp.back')}
        </Button>
      </div>
    </Step>
  )
}

/**
 * Cancels the step-up. Returning to the requesting page would only start it again: an application gets an error
 * (`prompt=none`), otherwise the browser goes home.
 */
function useCancelStepUp(): () => void {
  const { session, redirects } = useLogin()
  const { href, navigate, storage } = session.environment
  return () => {
    const wish = new URL(consumeRedirect(redirects, { href: href(), storage }))
    if (wish.pathname === '/oauth/authorize') wish.searchParams.set('prompt', 'none')
    else wish.href = new URL(redirects.authenticatedUrl, href()).href
    navigate(wish.href, { replace: true })
  }
}
