import { SetupKey } from '@gatehouse/ui'
import { useCallback } from 'react'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Failed } from '../frame/failed'
import { Form, Step } from '../frame/step'
import { Outline } from '../frame/waiting'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { beginAuthenticator, enrollAuthenticator } from './calls'
import { CodeField, checkCode } from './code-field'
import { useEnrolled } from './enrolled'
import classes from './two-factor.module.css'

/** Enrolls an authenticator app during sign-in. */
export function EnrollAuthenticator({ facts, go }: StepProps<'challenge'>) {
  const t = useT()
  const { session } = useLogin()
  const { call } = session
  const { mfaToken, qrCode, setupUri } = facts.challenge
  const app = useLoaded(
    useCallback(
      async () => (qrCode ? { qrCode, setupUri } : beginAuthenticator(call, mfaToken)),
      [call, mfaToken, qrCode, setupUri],
    ),
  )
  const enrolled = useEnrolled(go)
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    submit: async ({ code }) => enrolled(await enrollAuthenticator(call, mfaToken, code)),
  })

  if (app.error !== undefined) return <Failed error={app.error} />
  if (!app.value) return <Outline />
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
