import { takeRedirect } from '@gatehouse/sdk'
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'

/**
 * What was asked for needs a second factor, and there is none. It is set up in the portal, in a tab of its own; whoever
 * comes back from there goes on where they were.
 */
export function NoMfaEnrolledStepUp({ facts: { settingUp }, go, learn }: StepProps) {
  const t = useT()
  const { session } = useLogin()
  const giveUp = useGivingUp()

  useEffect(() => {
    if (!settingUp) return
    const pollAfterPayment = () => go('startStepUp')
    window.addEventListener('focus', pollAfterPayment)
    return () => window.removeEventListener('focus', pollAfterPayment)
  }, [settingUp, go])

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
          onClick={() => learn({ settingUp: true })}
        >
          {t('stepUp.setUp')}
        </Button>
        <Button fullWidth variant="default" onClick={giveUp}>
          {t('stepUp.back')}
        </Button>
      </div>
    </Step>
  )
}

/** What sent them here would only send them here again: an application is told instead, and a page is left for home. */
function useGivingUp(): () => void {
  const { session, redirects } = useLogin()
  const { href, navigate, storage } = session.environment
  return () => {
    const wish = new URL(takeRedirect(redirects, { href: href(), storage }))
    if (wish.pathname === '/oauth/authorize') wish.searchParams.set('prompt', 'none')
    else wish.href = new URL(redirects.authenticatedUrl, href()).href
    navigate(wish.href, { replace: true })
  }
}
