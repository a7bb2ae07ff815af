import { acceptInvitation, type Link } from '../calls'
import { useLogin } from '../context'
import { useStepForm } from '../form/use-step-form'
import { Form, Step } from '../frame/step'
import { isRefusal } from '../refusal'
import { useT } from '../texts'

interface PendingInvitationProps {
  readonly link: Link
  /** Empty when the link does not say. */
  readonly tenant: string
  readonly onAccepted: () => void
  readonly onFailed: () => void
}

export function PendingInvitation({ link, tenant, onAccepted, onFailed }: PendingInvitationProps) {
  const t = useT()
  const { session } = useLogin()
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
    <Step title={tenant ? t('invitation.titleTo', { tenant }) : t('invitation.title')} lead={t('invitation.text')}>
      <Form form={form} submit={t('invitation.submit')} />
    </Step>
  )
}
