import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { useLogin } from '../context'
import { afterAnswer } from '../login/after-answer'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { type AuthenticationResponseJSON, askDevice } from '../webauthn/device'
import { useDeviceAction } from '../webauthn/use-device-action'
import { beginPasskeySignIn, finishPasskeySignIn } from './calls'
import { preferPasskeys } from './remembered'
import { useAutofill } from './use-autofill'

/** Signs in with a passkey: by a button, or from the email field if the browser supports autofill. */
export function PasskeySignIn({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  const { session, search } = useLogin()
  const ask = useAsk()

  async function signIn(proof: AuthenticationResponseJSON): Promise<void> {
    const answer = await finishPasskeySignIn(session.call, proof, search.get('invitationToken'))
    preferPasskeys(session.environment)
    await session.accept(answer)
    go(...afterAnswer(answer))
  }
  const pressed = useDeviceAction(async () => signIn(await askDevice(await ask())))
  const filled = useAutofill({ ask, isPaused: pressed.pending, onTaken: signIn })

  const failure = pressed.failure ?? filled.failure
  return (
    <>
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
        loading={pressed.pending || filled.pending}
        onClick={pressed.start}
      >
        {t('passkeys.signIn')}
      </Button>
    </>
  )
}

/** Requests challenges one at a time, because only the latest one is valid in this browser. */
function useAsk() {
  const { call } = useLogin().session
  const asking = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(() => {
    const asked = asking.current.then(() => beginPasskeySignIn(call))
    asking.current = asked.catch(() => undefined)
    return asked
  }, [call])
}
