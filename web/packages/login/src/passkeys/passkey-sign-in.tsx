import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { offersInFields, stopAsking } from '../webauthn/device'
import { useDeviceAction } from '../webauthn/use-device-action'
import { signInWithPasskey } from './calls'
import { preferPasskeys } from './remembered'

/** A passkey says whose it is: by a button, or out of the email's field where the browser can offer it there. */
export function PasskeySignIn({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  const { session, search } = useLogin()
  const invitationToken = search.get('invitationToken')

  async function signIn(autofill: boolean): Promise<void> {
    const answer = await signInWithPasskey(session.call, invitationToken, autofill)
    preferPasskeys(session.environment)
    await session.accept(answer)
    go(...afterAnswer(answer))
  }
  const pressed = useDeviceAction(() => signIn(false))
  const filled = useDeviceAction(async () => {
    if (await offersInFields()) await signIn(true)
  })

  // Once: whoever cancels it has the button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it begins with the step, and ends with it.
  useEffect(() => {
    filled.start()
    return stopAsking
  }, [])

  const failure = pressed.failure ?? filled.refusal
  return (
    <div className={frame.actions}>
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
        loading={pressed.pending}
        onClick={pressed.start}
      >
        {t('passkeys.signIn')}
      </Button>
    </div>
  )
}
