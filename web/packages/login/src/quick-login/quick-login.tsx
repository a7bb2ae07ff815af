import { InlineAlert, useSubmit } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLogin } from '../context'
import type { StepProps } from '../login/facts'
import { sendPasswordless } from '../passwordless/calls'
import { useT } from './quick-login.texts'
import { beginRegistering, cancelRegistering, forgetPerson, isRegistering, quickPerson } from './remembered'

/** Sends a code to the remembered user, or lets others enroll in quick login (spec §3, registerQuickLogin). */
export function QuickLogin({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  const { session, search } = useLogin()
  const { environment } = session
  const [person, setPerson] = useState(() => quickPerson(environment))
  const [registers, setRegisters] = useState(() => isRegistering(environment))
  const { failure, pending, run } = useSubmit()

  async function send(userId: string): Promise<void> {
    const invitationToken = search.get('invitationToken') ?? undefined
    const isSent = await run(() => sendPasswordless(session.call, 'smscode', { userId, invitationToken }))
    if (isSent) go('loginWithQuickSmsOtc', { remembered: userId })
  }
  function forget(): void {
    forgetPerson(environment)
    setPerson(null)
  }
  function register(on: boolean): void {
    if (on) beginRegistering(environment)
    else cancelRegistering(environment)
    setRegisters(on)
  }

  if (person) {
    return (
      <>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button variant="default" fullWidth loading={pending} onClick={() => void send(person)}>
          {t('submit')}
        </Button>
        <Button variant="subtle" fullWidth onClick={forget}>
          {t('notMe')}
        </Button>
      </>
    )
  }
  return (
    <>
      {registers && <InlineAlert tone="info">{t('registering')}</InlineAlert>}
      <Button variant="subtle" fullWidth onClick={() => register(!registers)}>
        {t(registers ? 'cancel' : 'begin')}
      </Button>
    </>
  )
}
