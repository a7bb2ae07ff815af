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

/** An authenticator app becomes the second factor of somebody who may not go on without one. */
export function EnrollAuthenticator({ facts, go }: StepProps<'challenge'>) {
  const t = useT()
  const { session } = useLogin()
  const { call } = session
  const { mfaToken, qrCode } = facts.challenge
  const picture = useLoaded(
    useCallback(async () => qrCode ?? beginAuthenticator(call, mfaToken), [call, mfaToken, qrCode]),
  )
  const enrolled = useEnrolled(go)
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    submit: async ({ code }) => enrolled(await enrollAuthenticator(call, mfaToken, code)),
  })

  if (picture.error !== undefined) return <Failed error={picture.error} />
  if (!picture.value) return <Outline />
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.setUpText')}>
      <Form form={form} submit={t('twoFactor.submit')}>
        <img className={classes.qr} src={picture.value} alt={t('twoFactor.qr')} width={176} height={176} />
        <CodeField {...form.field('code')} />
      </Form>
    </Step>
  )
}
