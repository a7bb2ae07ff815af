import { ApiError } from '@gatehouse/api'
import { checkPassword, NewPasswordField } from '@gatehouse/ui'
import { activateAccount } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Form, Step } from '../frame/step'
import { useT } from '../texts'
import { useInvitationText } from '../use-invitation-text'
import type { ActivationFormProps } from './activation'

/** Activation always requires a click: mail scanners open links, too, and must not use them up. */
export function ActivatingForm({
  link,
  shouldSetPassword,
  config,
  details,
  onActivated,
  onExpired,
}: ActivationFormProps) {
  const t = useT()
  const { session, settings } = useLogin()
  const lead = useInvitationText(details, t(shouldSetPassword ? 'activate.setPassword' : 'activate.text'))
  const form = useStepForm({
    checks: { password: shouldSetPassword ? checkPassword(config) : () => undefined },
    errorField: ({ status }) => (shouldSetPassword && status === 400 ? 'password' : undefined),
    async submit({ password }) {
      try {
        await onActivated(await activateAccount(session.call, link, password || undefined))
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error
        onExpired()
      }
    },
  })

  return (
    <Step title={t('activate.title')} lead={lead}>
      <Form form={form} submit={t('activate.submit')}>
        {shouldSetPassword && (
          <NewPasswordField
            label={t('field.password')}
            config={config}
            about={[settings.vendor.name ?? '']}
            {...form.field('password')}
          />
        )}
      </Form>
    </Step>
  )
}
