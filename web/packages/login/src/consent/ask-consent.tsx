import { checkRedirect } from '@gatehouse/sdk'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Emphasis } from '../frame/emphasis'
import frame from '../frame/frame.module.css'
import { LoadError } from '../frame/load-error'
import { CardSkeleton } from '../frame/loading-card'
import { Form, Step } from '../frame/step'
import { useLoad } from '../use-load'
import { grantConsent, loadConsentRequest } from './calls'
import classes from './consent.module.css'
import { useT } from './consent.texts'
import { ReturnTarget } from './return-target'

const AUTHORIZE = '/oauth/authorize'

/**
 * Asks for consent. Only the authorization request in `redirectUrl` counts; other parameters of the address are not
 * trusted.
 */
export function AskConsent({ token, email }: { readonly token: string; readonly email: string }) {
  const t = useT()
  const { session, search, routes } = useLogin()
  const { href, navigate } = session.environment
  const page = new URL(href())
  const home = new URL(routes.authenticatedUrl, page).href
  const target = checkRedirect(search.get('redirectUrl') ?? '/', { authenticatedUrl: routes.authenticatedUrl }, page)
  const back = new URL(target ?? home)
  // For any other address the request is empty, and the server answers that it has expired.
  const query = back.origin === page.origin && back.pathname === AUTHORIZE ? back.search.slice(1) : ''
  const request = useLoad(useCallback(() => loadConsentRequest(session.call, token, query), [session, token, query]))

  const leave = (answer: 'allowed' | 'declined') => {
    if (answer === 'declined') back.searchParams.set('declined', '1')
    navigate(back.href, { replace: true })
  }
  const form = useStepForm({
    checks: {},
    async submit() {
      if (!request.value) return
      await grantConsent(session.call, token, request.value, query)
      leave('allowed')
    },
  })

  if (request.error !== undefined) return <LoadError error={request.error} />
  if (!request.value) return <CardSkeleton />
  const { name, scopes, returnsTo } = request.value
  return (
    <Step title={t('title', { app: name })} lead={<Emphasis text={t('lead', { email })} part={email} />}>
      <ul className={classes.list}>
        {scopes.map((scope) => (
          <li key={scope}>{t(scope)}</li>
        ))}
      </ul>
      <ReturnTarget place={returnsTo} />
      <Form form={form} submit={t('allow')} />
      <div className={frame.actions} data-joined>
        <Button variant="default" fullWidth onClick={() => leave('declined')}>
          {t('decline')}
        </Button>
      </div>
    </Step>
  )
}
