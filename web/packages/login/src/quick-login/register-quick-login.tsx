import { TextField } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useLogin } from '../context'
import { checkPhone } from '../form/checks'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { Outline } from '../frame/waiting'
import { isRefusal } from '../refusal'
import { useT as useLoginT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { useLoaded } from '../use-loaded'
import { provedNumber, sendNumberCode, verifyNumber } from './calls'
import { useT } from './quick-login.texts'
import { cancelRegistering, preferSms } from './remembered'

interface Sent {
  readonly number: string
  readonly otcToken: string
}

/** Completes the enrollment in quick login after sign-in, with the existing or a new phone number. */
export function RegisterQuickLogin({ onDone }: { readonly onDone: () => void }) {
  const { session } = useLogin()
  const { user, accessToken } = session.getSnapshot()
  const token = accessToken ?? ''
  const own = useLoaded(
    useCallback(async () => ({ number: await provedNumber(session.call, token) }), [session, token]),
  )
  const [sent, setSent] = useState<Sent>()

  const leave = (isSetUp: boolean) => {
    if (isSetUp && user) preferSms(session.environment, user.id)
    else cancelRegistering(session.environment)
    onDone()
  }
  // The user stays signed in if the enrollment fails.
  if (!own.value && own.error === undefined) return <Outline />
  if (own.value?.number) return <OwnNumber number={own.value.number} leave={leave} />
  if (!sent) return <AskNumber token={token} onSent={setSent} leave={leave} />
  return <ProveNumber token={token} sent={sent} leave={leave} />
}

interface Leaving {
  readonly leave: (isSetUp: boolean) => void
}

function OwnNumber({ number, leave }: Leaving & { readonly number: string }) {
  const t = useT()
  return (
    <Step title={t('title')} lead={t('own', { number })}>
      <div className={frame.actions}>
        <Button fullWidth data-first onClick={() => leave(true)}>
          {t('confirm')}
        </Button>
        <NotNow leave={leave} />
      </div>
    </Step>
  )
}

function AskNumber({
  token,
  onSent,
  leave,
}: Leaving & { readonly token: string; readonly onSent: (sent: Sent) => void }) {
  const [t, login] = [useT(), useLoginT()]
  const { session } = useLogin()
  const form = useStepForm({
    checks: { phoneNumber: checkPhone(true) },
    place: (error) => (isRefusal(error) ? 'phoneNumber' : undefined),
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
        <NotNow leave={leave} />
      </div>
    </Step>
  )
}

function ProveNumber({ token, sent, leave }: Leaving & { readonly token: string; readonly sent: Sent }) {
  const [t, login] = [useT(), useLoginT()]
  const { session } = useLogin()
  const form = useStepForm({
    checks: { code: checkCode(login('invalid.code')) },
    place: (error) => (isRefusal(error) ? 'code' : undefined),
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
        <NotNow leave={leave} />
      </div>
    </Step>
  )
}

function NotNow({ leave }: Leaving) {
  const t = useT()
  return (
    <Button variant="subtle" fullWidth onClick={() => leave(false)}>
      {t('notNow')}
    </Button>
  )
}
