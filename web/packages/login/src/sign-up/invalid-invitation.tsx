import { BackToSignIn } from '../frame/back-to-sign-in'
import { Step } from '../frame/step'
import { useT } from '../texts'

export function InvalidInvitation() {
  const t = useT()
  return <Step title={t('invitation.linkDead')} lead={t('invitation.linkDeadText')} footer={<BackToSignIn />} />
}
