import { ApiError } from '@gatehouse/api'
import { checkPassword, NewPasswordField } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import type { ActivationFormProps } from '../activate/activation'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import frame from '../frame/frame.module.css'
import { Form, Step } from '../frame/step'
import { useT } from '../texts'
import { CodeField, checkCode } from '../two-factor/code-field'
import { useInvitationText } from '../use-invitation-text'
import { useT as useOwnT } from './activate-code.texts'
import { activateByCode } from './calls'

const WRONG = 'ER-01011'
const OLD = 'ER-01017'

export function CodeForm({ link, shouldSetPassword, config, details, onActivated, onExpired }: ActivationFormProps) {
  const t = useT()
  const own = useOwnT()
  const { session, settings } = useLogin()
  const lead = useInvitationText(details, own(shouldSetPassword ? 'setPassword' : 'text'))
  const form = useStepForm({
    checks: {
      code: checkCode(t('invalid.code')),
      password: shouldSetPassword ? checkPassword(config) : () => undefined,
    },
    errorField({ code, status }) {
      if (code === WRONG) return 'code'
      return shouldSetPassword && status === 400 ? 'password' : undefined
    },
    async submit({ code, password }) {
      try {
        await onActivated(await activateByCode(session.call, link, code, password || undefined))
      } catch (error) {
        if (!(error instanceof ApiError && (error.status === 404 || error.code === OLD))) throw error
        onExpired()
      }
    },
  })

  return (
    <Step title={t('activate.title')} lead={lead}>
      <Form form={form} submit={t('activate.submit')}>
        <CodeField {...form.field('code')} autoSubmit={!shouldSetPassword} />
        {shouldSetPassword && (
          <NewPasswordField
            label={t('field.password')}
            config={config}
            about={[settings.vendor.name ?? '']}
            {...form.field('password')}
          />
        )}
      </Form>
      <div className={frame.actions}>
        <Button variant="subtle" fullWidth onClick={onExpired}>
          {own('again')}
        </Button>
      </div>
    </Step>
  )
}
