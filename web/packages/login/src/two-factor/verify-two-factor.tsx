import { InlineAlert } from '@gatehouse/ui'
import { Button, Checkbox } from '@mantine/core'
import { type ReactNode, useCallback, useState } from 'react'
import { useLogin } from '../context'
import { Resend } from '../form/resend'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import type { StepProps } from '../login/use-login-machine'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { useLoaded } from '../use-loaded'
import { type Factor, mayRemember, sendCode, verifyCode } from './calls'
import { CodeField, checkCode } from './code-field'

interface VerifyCodeProps extends Pick<StepProps, 'send'> {
  readonly factor: Factor
  readonly mfaToken: string
  readonly onOther?: (() => void) | undefined
  readonly footer: ReactNode
}

export function VerifyCode({ factor, mfaToken, onOther, footer, send }: VerifyCodeProps) {
  const t = useT()
  const { session } = useLogin()
  const { call } = session
  const ask = useCallback(() => sendCode(call, factor, mfaToken), [call, factor, mfaToken])
  const sent = useLoaded(ask)
  const [resent, setResent] = useState<string>()
  const remember = useLoaded(useCallback(() => mayRemember(call, mfaToken), [call, mfaToken])).value === true
  const form = useStepForm({
    checks: { code: checkCode(t('invalid.code')), rememberDevice: () => undefined },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
    async submit({ code, rememberDevice }) {
      const proof = { mfaToken, code, otcToken: resent ?? sent.value, rememberDevice: rememberDevice !== '' }
      const answer = await verifyCode(call, factor, proof)
      await session.accept(answer)
      send({ type: 'answered', answer })
    },
  })
  const isSent = factor.kind !== 'authenticator'

  return (
    <Step
      title={t('twoFactor.title')}
      lead={isSent ? t('twoFactor.sentTo', { to: factor.to }) : t('twoFactor.fromApp')}
      footer={footer}
    >
      <Form
        form={form}
        submit={t('twoFactor.submit')}
        alert={sent.error !== undefined && !resent && <InlineAlert tone="danger">{t('twoFactor.notSent')}</InlineAlert>}
      >
        <CodeField {...form.field('code')} />
        {remember && <Checkbox name="rememberDevice" label={t('twoFactor.remember')} />}
      </Form>
      {(isSent || onOther) && (
        <div className={frame.actions}>
          {isSent && (
            <Resend
              send={async () => setResent(await ask())}
              {...(factor.kind === 'sms' && { hint: t('resend.lostMessage') })}
            />
          )}
          {onOther && (
            <Button variant="subtle" fullWidth onClick={onOther}>
              {t('twoFactor.other')}
            </Button>
          )}
        </div>
      )}
    </Step>
  )
}
