import { ApiError } from '@gatehouse/api'
import { PasswordField } from '@gatehouse/ui'
import { useLogin } from '../context'
import { checkEmail, checkFilled } from '../form/checks'
import { ChosenEmail, EmailField } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { PageLink } from '../frame/page-link'
import { Form } from '../frame/step'
import { useInvitation } from '../invitation'
import { useT } from '../texts'
import classes from './login.module.css'
import { SignInStep } from './sign-in-step'
import type { StepProps } from './use-login-machine'
import { VerifyFirst } from './verify-first'

const NOT_VERIFIED = 'ER-01060'
const WRONG_CREDENTIALS = 'ER-01013'

/** The password, with the email beside it when no earlier step asked for it. */
export function LoginWithPassword({ state, send }: StepProps) {
  const t = useT()
  const { session } = useLogin()
  const invitation = useInvitation()
  const isEmailKnown = state.first === 'preLogin'
  const form = useStepForm({
    checks: { email: checkEmail, password: checkFilled(t('invalid.password')) },
    place: ({ status, code }) => (status === 401 || code === WRONG_CREDENTIALS ? 'password' : undefined),
    async submit({ email, password }) {
      const { token } = invitation
      const credentials = { email: email.trim(), password, ...(token && { invitationToken: token }) }
      send({ type: 'answered', answer: await session.login(credentials) })
    },
  })
  const refusal = form.failure instanceof ApiError ? form.failure : undefined

  return (
    <SignInStep invitation={invitation}>
      <Form
        form={form}
        submit={t('login.submit')}
        alert={refusal?.code === NOT_VERIFIED && <VerifyFirst email={form.sent?.email.trim() ?? ''} />}
      >
        {isEmailKnown ? (
          <ChosenEmail email={state.email} onChange={() => send({ type: 'emailUnwanted' })} />
        ) : (
          <EmailField {...form.field('email')} />
        )}
        <div className={classes.password}>
          <PasswordField label={t('field.password')} autoComplete="current-password" {...form.field('password')} />
          {/* After the field, so that Tab goes from the email straight to the password. */}
          <PageLink to="forgotPasswordUrl" className={classes.forgot}>
            {t('login.forgot')}
          </PageLink>
        </div>
      </Form>
    </SignInStep>
  )
}
