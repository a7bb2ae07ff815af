import { ApiError } from '@gatehouse/api'
import { PasswordField } from '@gatehouse/ui'
import { withCaptcha } from '../captcha'
import { useLogin } from '../context'
import { checkEmail, checkRequired } from '../form/checks'
import { EmailField, ReadOnlyEmail } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { PageLink } from '../frame/page-link'
import { Form } from '../frame/step'
import { useInvitation } from '../invitation'
import { SocialSignIn } from '../social/social-sign-in'
import { useT } from '../texts'
import { findSsoAddress } from './calls'
import type { StepProps } from './facts'
import classes from './login.module.css'
import { nextLoginStep } from './next-login-step'
import { SignInStep } from './sign-in-step'
import { UnverifiedEmailNotice } from './unverified-email-notice'

const NOT_VERIFIED = 'ER-01060'
const WRONG_CREDENTIALS = 'ER-01013'
const SSO_REQUIRED = 'sso.required'

/** Asks for the password, and for the email unless an earlier step asked for it. */
export function LoginWithPassword({ facts, isFirst, go }: StepProps<'email'>) {
  const t = useT()
  const { session } = useLogin()
  const invitation = useInvitation()
  const form = useStepForm({
    checks: { email: checkEmail, password: checkRequired(t('invalid.password')) },
    draftFields: ['email'],
    errorField: ({ status, code }) => (status === 401 || code === WRONG_CREDENTIALS ? 'password' : undefined),
    async submit({ email, password }) {
      const { token } = invitation
      const address = email.trim()
      const credentials = { email: address, password, ...(token && { invitationToken: token }) }
      const answer = withCaptcha(session.call, (solved) => session.login({ ...credentials, ...solved }))
      const [next, found] = await answer.then(nextLoginStep, (error) => continueWithSso(error, address))
      go(next, { ...found, email: address })
    },
  })

  /** Continues with the company's single sign-on if it is required; rethrows any other error. */
  async function continueWithSso(error: unknown, email: string): Promise<ReturnType<typeof nextLoginStep>> {
    if (!(error instanceof ApiError) || error.code !== SSO_REQUIRED) throw error
    const start = await findSsoAddress(session.call, email)
    if (!start) throw error
    return ['redirectToSSO', { address: start }]
  }

  const refusal = form.failure instanceof ApiError ? form.failure : undefined

  return (
    <SignInStep invitation={invitation} go={go}>
      <Form
        form={form}
        submit={t('login.submit')}
        alert={refusal?.code === NOT_VERIFIED && <UnverifiedEmailNotice email={form.sent?.email.trim() ?? ''} />}
      >
        {isFirst ? (
          <EmailField takesPasskeys {...form.field('email')} />
        ) : (
          <ReadOnlyEmail email={facts.email} onChange={() => go('preLogin')} />
        )}
        <div className={classes.password}>
          <PasswordField label={t('field.password')} autoComplete="current-password" {...form.field('password')} />
          {/* After the field, so that Tab moves from the email to the password. */}
          <PageLink to="forgotPasswordUrl" className={classes.forgot}>
            {t('login.forgot')}
          </PageLink>
        </div>
      </Form>
      {isFirst && <SocialSignIn action="login" besideForm />}
    </SignInStep>
  )
}
