import { ssoAddress } from '../calls'
import { useLogin } from '../context'
import { checkEmail } from '../form/checks'
import { EmailField } from '../form/EmailField'
import { useStepForm } from '../form/useStepForm'
import { Form, Step } from '../frame/Step'
import { useT } from '../texts'
import { useSignInTitle } from './SignInTitle'
import { SignUpOffer } from './SignUpOffer'
import type { StepProps } from './useLoginMachine'

/** The email alone: it decides whether a company's own sign-in takes over. */
export function PreLogin({ state, send }: StepProps) {
  const t = useT()
  const title = useSignInTitle()
  const { session, search } = useLogin()
  const form = useStepForm({
    checks: { email: checkEmail },
    async submit(values) {
      const email = values.email.trim()
      const address = await ssoAddress(session.call, email, search.get('tenantId') ?? undefined)
      send({ type: 'emailGiven', email, address, next: 'loginWithPassword' })
    },
  })

  return (
    <Step title={title} footer={<SignUpOffer />}>
      <Form form={form} submit={t('continue')}>
        <EmailField defaultValue={state.email} {...form.field('email')} />
      </Form>
    </Step>
  )
}
