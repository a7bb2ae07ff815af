import { acceptInvitation, type MailLink } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Form, Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { InvitationDetails } from '../login/calls'
import { useT } from '../texts'
import { useInvitationText } from '../use-invitation-text'

interface PendingInvitationProps {
  readonly link: MailLink
  readonly details: InvitationDetails
  readonly onAccepted: () => void
  readonly onFailed: () => void
}

export function PendingInvitation({ link, details, onAccepted, onFailed }: PendingInvitationProps) {
  const t = useT()
  const { session } = useLogin()
  const lead = useInvitationText(details, t('invitation.text'))
  const form = useStepForm({
    checks: {},
    async submit() {
      try {
        await acceptInvitation(session.call, link)
        onAccepted()
      } catch (error) {
        if (!isClientError(error)) throw error
        onFailed()
      }
    },
  })

  return (
    <Step title={t('invitation.titleTo', { tenant: details.name })} lead={lead}>
      <Form form={form} submit={t('invitation.submit')} />
    </Step>
  )
}
