import { BackToSignIn } from '../frame/BackToSignIn'
import { Step } from '../frame/Step'
import { useT } from '../texts'

export function DeadInvitation() {
  const t = useT()
  return <Step title={t('invitation.linkDead')} lead={t('invitation.linkDeadText')} footer={<BackToSignIn />} />
}
