import { ssoAddress } from '../calls'
import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { Form } from '../frame/step'
import { useInvitation } from '../invitation'
import { useT } from '../texts'
import type { StepProps } from './facts'
import { SignInStep } from './sign-in-step'

/** The email alone: it decides whether a company's own sign-in takes over. */
export function PreLogin({ go }: StepProps) {
  const t = useT()
  const { session, search } = useLogin()
  const invitation = useInvitation()
  const form = useStepForm({
    checks: { email: checkEmail },
    keeps: ['email'],
    async submit(values) {
      const email = values.email.trim()
      const address = await ssoAddress(session.call, email, search.get('tenantId') ?? undefined)
      // What was found out for another address is void.
      go(address ? 'redirectToSSO' : 'loginWithPassword', { email, address, challenge: undefined })
    },
  })

  return (
    <SignInStep invitation={invitation}>
      <Form form={form} submit={t('continue')}>
        <EmailField {...form.field('email')} />
      </Form>
    </SignInStep>
  )
}
