import { InlineAlert } from '@gatehouse/ui'
import { Button, Checkbox } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { useLogin } from '../context'
import { Resend } from '../form/resend'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { mayRemember, sendCode, verifyCode } from './calls'
import { CodeField, checkCode } from './code-field'
import { useEnrolled } from './enrolled'
import { factorsOf } from './factors'
import { LostDevice } from './lost-device'

/** Asks for the code of one method. */
export function VerifyTwoFactor({ facts, go, learn }: StepProps<'challenge' | 'factor'>) {
  const t = useT()
  const { call } = useLogin().session
  const { factor } = facts
  const { mfaToken, mfaDevices, mfaEnrolled } = facts.challenge
  const lastSent = facts.sent?.factor === factor ? facts.sent : undefined
  const ask = useCallback(
    async () => learn({ sent: { factor, otcToken: await sendCode(call, factor, mfaToken) } }),
    [call, factor, mfaToken, learn],
  )
  // A code was already sent when the user returns to this step.
  const isSent = useRef(lastSent !== undefined)
  const sending = useLoaded(useCallback(async () => (isSent.current ? undefined : ask()), [ask]))
  const remember = useLoaded(useCallback(() => mayRemember(call, mfaToken), [call, mfaToken])).value === true
  const enrolled = useEnrolled(go)
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')), rememberDevice: () => undefined },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    async submit({ code, rememberDevice }) {
      const proof = { mfaToken, code, otcToken: lastSent?.otcToken, rememberDevice: rememberDevice !== '' }
      await enrolled(await verifyCode(call, factor, proof))
    },
  })
  const comesByMessage = factor.kind !== 'authenticator'
  const isChoice = factorsOf(mfaDevices).length > 1

  return (
    <Step
      title={t('twoFactor.title')}
      lead={comesByMessage ? t('twoFactor.sentTo', { to: factor.to }) : t('twoFactor.fromApp')}
      footer={mfaEnrolled !== false && <LostDevice go={go} />}
    >
      <Form
        form={form}
        submit={t('twoFactor.submit')}
        alert={
          sending.error !== undefined && !lastSent && <InlineAlert tone="danger">{t('twoFactor.notSent')}</InlineAlert>
        }
      >
        <CodeField {...form.field('code')} />
        {remember && <Checkbox name="rememberDevice" label={t('twoFactor.remember')} />}
      </Form>
      {(comesByMessage || isChoice) && (
        <div className={frame.actions}>
          {comesByMessage && <Resend send={ask} {...(factor.kind === 'sms' && { hint: t('resend.lostMessage') })} />}
          {isChoice && (
            <Button variant="subtle" fullWidth onClick={() => go('loginWithTwoFactor')}>
              {t('twoFactor.other')}
            </Button>
          )}
        </div>
      )}
    </Step>
  )
}
