import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { Form } from '../frame/step'
import { useInvitation } from '../invitation'
import { sendPasswordless } from '../passwordless/calls'
import { passwordlessStep } from '../passwordless/strategies'
import { isSocialOnly } from '../settings'
import { Social } from '../social/social'
import { useT } from '../texts'
import { ssoAddress } from './calls'
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
    keeps: ['email'],
    async submit(values) {
      const email = values.email.trim()
      const address = await ssoAddress(session.call, email, search.get('tenantId') ?? undefined)
      // Facts found for another address are removed.
      const found = { email, address, challenge: undefined, number: undefined }
      if (address) return go('redirectToSSO', found)
      const passwordless = passwordlessStep(settings.authStrategy)
      if (!passwordless) return go(LOCAL[settings.authStrategy ?? ''] ?? 'loginWithPassword', found)
      const to = { email, invitationToken: invitation.token ?? undefined }
      const number = await sendPasswordless(session.call, passwordless.way, to)
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
      <Social action="login" besideForm={!isSocialOnly(settings)} />
    </SignInStep>
  )
}
