import { TextField } from '@gatehouse/ui'
import { useCallback } from 'react'
import { loadPhoneRequirement, type SignUpAnswer, signUp } from '../calls'
import { useLogin } from '../context'
import { checkEmail, checkPhone, checkRequired } from '../form/checks'
import { EmailField } from '../form/email-field'
import { useStepForm } from '../form/use-step-form'
import { CardSkeleton } from '../frame/loading-card'
import { PageLink } from '../frame/page-link'
import { Form, Step } from '../frame/step'
import type { Invitation } from '../invitation'
import { SocialSignIn } from '../social/social-sign-in'
import { useT } from '../texts'
import { useInvitationText } from '../use-invitation-text'
import { useLoad } from '../use-load'

const EMAIL_REFUSED = 'users.email_invalid'
/** The server's limit. */
const NAME_LENGTH = 200

interface SignUpProps {
  readonly invitation: Invitation
  readonly onDone: (answer: SignUpAnswer, email: string) => Promise<void>
}

/** Asks for the user's and the company's name. Invited users join an existing company. */
export function SignUp({ invitation, onDone }: SignUpProps) {
  const t = useT()
  const { session, settings } = useLogin()
  const product = settings.vendor.name
  const phone = useLoad(useCallback(() => loadPhoneRequirement(session.call), [session])).value
  const { tenant, token, details } = invitation
  const lead = useInvitationText(details, '')
  const form = useStepForm({
    checks: {
      email: checkEmail,
      name: checkRequired(t('invalid.name')),
      companyName: tenant ? () => undefined : checkRequired(t('invalid.company')),
      phoneNumber: checkPhone(phone?.required === true),
    },
    draftFields: ['email', 'name', 'companyName', 'phoneNumber'],
    errorField: ({ code }) => (code === EMAIL_REFUSED ? 'email' : undefined),
    async submit(values) {
      const address = values.email.trim()
      const request = {
        email: address,
        name: values.name.trim(),
        companyName: tenant ?? values.companyName.trim(),
        ...(values.phoneNumber.trim() && { phoneNumber: values.phoneNumber.trim() }),
        ...(token && { invitationToken: token }),
      }
      await onDone(await signUp(session.call, request), address)
    },
  })

  if (!phone) return <CardSkeleton />
  const own = product ? t('signUp.titleTo', { product }) : t('signUp.title')
  const title = tenant ? t('signUp.titleJoin', { tenant }) : own
  return (
    <Step
      title={title}
      lead={lead}
      footer={
        <>
          {t('signUp.haveAccount')} <PageLink to="loginUrl">{t('signUp.signIn')}</PageLink>
        </>
      }
    >
      <Form form={form} submit={t('signUp.submit')}>
        <EmailField label={t('field.workEmail')} autoComplete="email" {...form.field('email')} />
        <TextField label={t('field.name')} autoComplete="name" maxLength={NAME_LENGTH} {...form.field('name')} />
        {!tenant && (
          <TextField
            label={t('field.company')}
            autoComplete="organization"
            maxLength={NAME_LENGTH}
            {...form.field('companyName')}
          />
        )}
        {phone.asked && (
          <TextField
            label={t('field.phone')}
            type="tel"
            autoComplete="tel"
            optional={!phone.required}
            {...form.field('phoneNumber')}
          />
        )}
      </Form>
      <SocialSignIn action="signUp" besideForm />
    </Step>
  )
}
