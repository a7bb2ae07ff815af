import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { Form } from '../frame/step'
import { useInvitation } from '../invitation'
import { sendPasswordless } from '../passwordless/calls'
import { getPasswordlessStep } from '../passwordless/strategies'
import { isSocialOnly } from '../settings'
import { SocialSignIn } from '../social/social-sign-in'
import { useT } from '../texts'
import { findSsoAddress } from './calls'
import type { StepProps } from './facts'
import { SignInStep } from './sign-in-step'

const LOCAL: Readonly<Record<string, string>> = { NoLocalAuthentication: 'noLocalAuthentication' }

/**
 * Asks for the email only: continues with the company's single sign-on, otherwise with the vendor's strategy (spec §4).
 */
export function PreLogin({ go }: StepProps) {
  const t = useT()
  const { session, search, settings } = useLogin()
  const invitation = useInvitation()
  const form = useStepForm({
    checks: { email: checkEmail },
    draftFields: ['email'],
    async submit(values) {
      const email = values.email.trim()
      const address = await findSsoAddress(session.call, email, search.get('tenantId') ?? undefined)
      // Facts found for another address are removed.
      const found = { email, address, challenge: undefined, number: undefined }
      if (address) return go('redirectToSSO', found)
      const passwordless = getPasswordlessStep(settings.authStrategy)
      if (!passwordless) return go(LOCAL[settings.authStrategy ?? ''] ?? 'loginWithPassword', found)
      const to = { email, invitationToken: invitation.token ?? undefined }
      const number = await sendPasswordless(session.call, passwordless.method, to)
      go(passwordless.step, { ...found, number })
    },
  })

  return (
    <SignInStep invitation={invitation} go={go}>
      {!isSocialOnly(settings) && (
        <Form form={form} submit={t('continue')}>
          <EmailField takesPasskeys {...form.field('email')} />
        </Form>
      )}
      <SocialSignIn action="login" besideForm={!isSocialOnly(settings)} />
    </SignInStep>
  )
}
