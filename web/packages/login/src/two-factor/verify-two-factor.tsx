import { InlineAlert } from '@gatehouse/ui'
import { Button, Checkbox } from '@mantine/core'
import { useCallback, useRef } from 'react'
import { useLogin } from '../context'
import { ResendButton } from '../form/resend-button'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { mayRememberDevice, sendCode, verifyCode } from './calls'
import { CodeField, checkCode } from './code-field'
import { listFactors } from './factors'
import { LostDevice } from './lost-device'
import { useFinishMfa } from './use-finish-mfa'

/** Asks for the code of one method. */
export function VerifyTwoFactor({ facts, go, setFacts }: StepProps<'challenge' | 'factor'>) {
  const t = useT()
  const { call } = useLogin().session
  const { factor } = facts
  const { mfaToken, mfaDevices, mfaEnrolled } = facts.challenge
  const lastSent = facts.sentCode?.factor === factor ? facts.sentCode : undefined
  const send = useCallback(
    async () => setFacts({ sentCode: { factor, otcToken: await sendCode(call, factor, mfaToken) } }),
    [call, factor, mfaToken, setFacts],
  )
  // A code was already sent when the user returns to this step.
  const isSent = useRef(lastSent !== undefined)
  const sending = useLoad(useCallback(async () => (isSent.current ? undefined : send()), [send]))
  const mayRemember = useLoad(useCallback(() => mayRememberDevice(call, mfaToken), [call, mfaToken])).value === true
  const finish = useFinishMfa(go)
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')), rememberDevice: () => undefined },
    errorField: (error) => (isClientError(error) ? 'code' : undefined),
    async submit({ code, rememberDevice }) {
      const proof = { mfaToken, code, otcToken: lastSent?.otcToken, rememberDevice: rememberDevice !== '' }
      await finish(await verifyCode(call, factor, proof))
    },
  })
  const comesByMessage = factor.kind !== 'authenticator'
  const isChoice = listFactors(mfaDevices).length > 1

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
        {mayRemember && <Checkbox name="rememberDevice" label={t('twoFactor.remember')} />}
      </Form>
      {(comesByMessage || isChoice) && (
        <div className={frame.actions}>
          {comesByMessage && (
            <ResendButton send={send} {...(factor.kind === 'sms' && { hint: t('resend.lostMessage') })} />
          )}
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
