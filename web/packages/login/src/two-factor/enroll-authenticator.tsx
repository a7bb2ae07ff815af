import { SetupKey } from '@gatehouse/ui'
import { useCallback } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { LoadError } from '../frame/load-error'
import { CardSkeleton } from '../frame/loading-card'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { enrollAuthenticator, startAuthenticatorEnrollment } from './calls'
import { CodeField, checkCode } from './code-field'
import classes from './two-factor.module.css'
import { useFinishMfa } from './use-finish-mfa'

/** Enrolls an authenticator app during sign-in. */
export function EnrollAuthenticator({ facts, go }: StepProps<'challenge'>) {
  const t = useT()
  const { session } = useLogin()
  const { call } = session
  const { mfaToken, qrCode, setupUri } = facts.challenge
  const app = useLoad(
    useCallback(
      async () => (qrCode ? { qrCode, setupUri } : startAuthenticatorEnrollment(call, mfaToken)),
      [call, mfaToken, qrCode, setupUri],
    ),
  )
  const finish = useFinishMfa(go)
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    errorField: (error) => (isClientError(error) ? 'code' : undefined),
    submit: async ({ code }) => finish(await enrollAuthenticator(call, mfaToken, code)),
  })

  if (app.error !== undefined) return <LoadError error={app.error} />
  if (!app.value) return <CardSkeleton />
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.setUpText')}>
      <Form form={form} submit={t('twoFactor.submit')}>
        <img className={classes.qr} src={app.value.qrCode} alt={t('twoFactor.qr')} width={176} height={176} />
        <SetupKey uri={app.value.setupUri} />
        <CodeField {...form.field('code')} />
      </Form>
    </Step>
  )
}
