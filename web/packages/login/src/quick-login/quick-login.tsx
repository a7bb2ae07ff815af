import { InlineAlert, useSubmit } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLogin } from '../context'
import type { StepProps } from '../login/facts'
import { sendPasswordless } from '../passwordless/calls'
import { useT } from './quick-login.texts'
import {
  cancelEnrollment,
  forgetUser,
  getQuickLoginUser,
  isEnrollmentPending,
  startEnrollment,
} from './quick-login-storage'

/** Sends a code to the remembered user, or lets others enroll in quick login (spec §3, registerQuickLogin). */
export function QuickLogin({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  const { session, search } = useLogin()
  const { environment } = session
  const [userId, setUserId] = useState(() => getQuickLoginUser(environment))
  const [isEnrolling, setEnrolling] = useState(() => isEnrollmentPending(environment))
  const { failure, pending, run } = useSubmit()

  async function send(userId: string): Promise<void> {
    const invitationToken = search.get('invitationToken') ?? undefined
    const isSent = await run(() => sendPasswordless(session.call, 'smscode', { userId, invitationToken }))
    if (isSent) go('loginWithQuickSmsOtc', { quickUserId: userId })
  }
  function forgetRememberedUser(): void {
    forgetUser(environment)
    setUserId(null)
  }
  function toggleEnrollment(on: boolean): void {
    if (on) startEnrollment(environment)
    else cancelEnrollment(environment)
    setEnrolling(on)
  }

  if (userId) {
    return (
      <>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button variant="default" fullWidth loading={pending} onClick={() => void send(userId)}>
          {t('submit')}
        </Button>
        <Button variant="subtle" fullWidth onClick={forgetRememberedUser}>
          {t('notMe')}
        </Button>
      </>
    )
  }
  return (
    <>
      {isEnrolling && <InlineAlert tone="info">{t('registering')}</InlineAlert>}
      <Button variant="subtle" fullWidth onClick={() => toggleEnrollment(!isEnrolling)}>
        {t(isEnrolling ? 'cancel' : 'begin')}
      </Button>
    </>
  )
}
