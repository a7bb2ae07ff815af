import { ApiError } from '@gatehouse/api'
import { checkPassword, NewPasswordField, type PasswordConfig } from '@gatehouse/ui'
import { type MailLink, resetPassword } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Form, Step } from '../frame/step'
import { useT } from '../texts'

interface ResetPasswordProps {
  readonly link: MailLink
  readonly config: PasswordConfig
  /** The reason, if the user did not request the reset. */
  readonly lead?: string
  readonly onExpired: () => void
}

const INVALID_LINK_CODES = ['passwords.reset_link_invalid', 'passwords.reset_link_expired']

export function ResetPassword({ link, config, lead, onExpired }: ResetPasswordProps) {
  const t = useT()
  const { session, settings, goTo } = useLogin()
  const form = useStepForm({
    checks: { password: checkPassword(config) },
    errorField: ({ status }) => (status === 400 ? 'password' : undefined),
    async submit({ password }) {
      try {
        await resetPassword(session.call, link, password)
        goTo('loginUrl', { replace: true, step: 'passwordChanged' })
      } catch (error) {
        if (!(error instanceof ApiError && INVALID_LINK_CODES.includes(error.code))) throw error
        onExpired()
      }
    },
  })

  return (
    <Step title={t('reset.title')} lead={lead}>
      <Form form={form} submit={t('reset.submit')}>
        <NewPasswordField
          label={t('field.newPassword')}
          config={config}
          about={[settings.vendor.name ?? '']}
          {...form.field('password')}
        />
      </Form>
    </Step>
  )
}
