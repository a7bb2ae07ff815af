import { acceptInvitation, type Link } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Form, Step } from '../frame/step'
import type { Inviting } from '../login/calls'
import { isRefusal } from '../refusal'
import { useT } from '../texts'
import { useInvitedBy } from '../use-invited-by'

interface PendingInvitationProps {
  readonly link: Link
  readonly inviting: Inviting
  readonly onAccepted: () => void
  readonly onFailed: () => void
}

export function PendingInvitation({ link, inviting, onAccepted, onFailed }: PendingInvitationProps) {
  const t = useT()
  const { session } = useLogin()
  const lead = useInvitedBy(inviting, t('invitation.text'))
  const form = useStepForm({
    checks: {},
    async submit() {
      try {
        await acceptInvitation(session.call, link)
        onAccepted()
      } catch (error) {
        if (!isRefusal(error)) throw error
        onFailed()
      }
    },
  })

  return (
    <Step title={t('invitation.titleTo', { tenant: inviting.name })} lead={lead}>
      <Form form={form} submit={t('invitation.submit')} />
    </Step>
  )
}
