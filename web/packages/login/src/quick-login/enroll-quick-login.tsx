import { TextField } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useLogin } from '../context'
import { checkPhone } from '../form/checks'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { CardSkeleton } from '../frame/loading-card'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import { useT as useLoginT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { useLoad } from '../use-load'
import { loadVerifiedNumber, sendNumberCode, verifyNumber } from './calls'
import { useT } from './quick-login.texts'
import { cancelEnrollment, preferSms } from './quick-login-storage'

interface SentCode {
  readonly number: string
  readonly otcToken: string
}

/** Completes the enrollment in quick login after sign-in, with the existing or a new phone number. */
export function EnrollQuickLogin({ onDone }: { readonly onDone: () => void }) {
  const { session } = useLogin()
  const { user, accessToken } = session.getSnapshot()
  const token = accessToken ?? ''
  const own = useLoad(
    useCallback(async () => ({ number: await loadVerifiedNumber(session.call, token) }), [session, token]),
  )
  const [sent, setSent] = useState<SentCode>()

  const leave = (isSetUp: boolean) => {
    if (isSetUp && user) preferSms(session.environment, user.id)
    else cancelEnrollment(session.environment)
    onDone()
  }
  // The user stays signed in if the enrollment fails.
  if (!own.value && own.error === undefined) return <CardSkeleton />
  if (own.value?.number) return <ConfirmNumber number={own.value.number} leave={leave} />
  if (!sent) return <AskNumber token={token} onSent={setSent} leave={leave} />
  return <VerifyNumber token={token} sent={sent} leave={leave} />
}

interface EnrollStepProps {
  readonly leave: (isSetUp: boolean) => void
}

function ConfirmNumber({ number, leave }: EnrollStepProps & { readonly number: string }) {
  const t = useT()
  return (
    <Step title={t('title')} lead={t('own', { number })}>
      <div className={frame.actions}>
        <Button fullWidth data-first onClick={() => leave(true)}>
          {t('confirm')}
        </Button>
        <SkipButton leave={leave} />
      </div>
    </Step>
  )
}

function AskNumber({
  token,
  onSent,
  leave,
}: EnrollStepProps & { readonly token: string; readonly onSent: (sent: SentCode) => void }) {
  const [t, login] = [useT(), useLoginT()]
  const { session } = useLogin()
  const form = useStepForm({
    checks: { phoneNumber: checkPhone(true) },
    errorField: (error) => (isClientError(error) ? 'phoneNumber' : undefined),
    async submit({ phoneNumber }) {
      const number = phoneNumber.trim()
      onSent({ number, otcToken: await sendNumberCode(session.call, token, number) })
    },
  })
  return (
    <Step key="ask" title={t('title')} lead={t('text')}>
      <Form form={form} submit={t('send')}>
        <TextField
          label={login('field.phone')}
          type="tel"
          autoComplete="tel"
          maxLength={40}
          {...form.field('phoneNumber')}
        />
      </Form>
      <div className={frame.actions}>
        <SkipButton leave={leave} />
      </div>
    </Step>
  )
}

function VerifyNumber({ token, sent, leave }: EnrollStepProps & { readonly token: string; readonly sent: SentCode }) {
  const [t, login] = [useT(), useLoginT()]
  const { session } = useLogin()
  const form = useStepForm({
    checks: { code: checkCode(login('invalid.code')) },
    errorField: (error) => (isClientError(error) ? 'code' : undefined),
    async submit({ code }) {
      await verifyNumber(session.call, token, sent.otcToken, code)
      leave(true)
    },
  })
  return (
    <Step key="prove" title={t('title')} lead={login('twoFactor.sentTo', { to: sent.number })}>
      <Form form={form} submit={t('verify')}>
        <CodeField {...form.field('code')} />
      </Form>
      <div className={frame.actions}>
        <SkipButton leave={leave} />
      </div>
    </Step>
  )
}

function SkipButton({ leave }: EnrollStepProps) {
  const t = useT()
  return (
    <Button variant="subtle" fullWidth onClick={() => leave(false)}>
      {t('notNow')}
    </Button>
  )
}
