import { checkRedirect } from '@gatehouse/sdk'
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Emphasis } from '../frame/emphasis'
import { Failed } from '../frame/failed'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { Outline } from '../frame/waiting'
import { useLoaded } from '../use-loaded'
import { allow, askingApp, SCOPES } from './calls'
import classes from './consent.module.css'
import { useT } from './consent.texts'

/** What is asked for stands in the address; the server takes only what it knows. */
export function AskConsent({ token, email }: { readonly token: string; readonly email: string }) {
  const t = useT()
  const { session, search, routes } = useLogin()
  const clientId = search.get('clientId') ?? ''
  const asked = (search.get('scope') ?? '').split(' ')
  const scopes = SCOPES.filter((scope) => scope === 'openid' || asked.includes(scope))
  const app = useLoaded(useCallback(() => askingApp(session.call, token, clientId), [session, token, clientId]))

  const leave = (answer: 'allowed' | 'declined') => {
    const { href, navigate } = session.environment
    const page = new URL(href())
    const target = new URL(
      checkRedirect(search.get('redirectUrl') ?? '/', { authenticatedUrl: routes.authenticatedUrl }, page) ??
        new URL(routes.authenticatedUrl, page).href,
    )
    if (answer === 'declined') target.searchParams.set('declined', '1')
    navigate(target.href, { replace: true })
  }
  const form = useStepForm({
    checks: {},
    async submit() {
      await allow(session.call, token, clientId, scopes)
      leave('allowed')
    },
  })

  if (app.error !== undefined) return <Failed error={app.error} />
  if (!app.value) return <Outline />
  return (
    <Step title={t('title', { app: app.value.name })} lead={<Emphasis text={t('lead', { email })} part={email} />}>
      <ul className={classes.list}>
        {scopes.map((scope) => (
          <li key={scope}>{t(scope)}</li>
        ))}
      </ul>
      <Form form={form} submit={t('allow')} />
      <div className={frame.actions} data-joined>
        <Button variant="default" fullWidth onClick={() => leave('declined')}>
          {t('decline')}
        </Button>
      </div>
    </Step>
  )
}
