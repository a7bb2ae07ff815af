import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useCallback, useRef } from 'react'
import { useLogin } from '../context'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { useT } from '../texts'
import { type AuthenticationResponseJSON, authenticateDevice } from '../webauthn/device'
import { useDeviceAction } from '../webauthn/use-device-action'
import { beginPasskeySignIn, finishPasskeySignIn } from './calls'
import { preferPasskeys } from './passkey-preferences'
import { useAutofill } from './use-autofill'

/** Signs in with a passkey: by a button, or from the email field if the browser supports autofill. */
export function PasskeySignIn({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  const { session, search } = useLogin()
  const requestChallenge = useChallenge()

  async function signIn(proof: AuthenticationResponseJSON): Promise<void> {
    const answer = await finishPasskeySignIn(session.call, proof, search.get('invitationToken'))
    preferPasskeys(session.environment)
    await session.accept(answer)
    go(...nextLoginStep(answer))
  }
  const byButton = useDeviceAction(async () => signIn(await authenticateDevice(await requestChallenge())))
  const byAutofill = useAutofill({ requestChallenge, isPaused: byButton.pending, onAssertion: signIn })

  const failure = byButton.failure ?? byAutofill.failure
  return (
    <>
      {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
      <Button
        variant="default"
        fullWidth
        leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
        loading={byButton.pending || byAutofill.pending}
        onClick={byButton.start}
      >
        {t('passkeys.signIn')}
      </Button>
    </>
  )
}

/** Requests challenges one at a time, because only the latest one is valid in this browser. */
function useChallenge() {
  const { call } = useLogin().session
  const lastRequest = useRef<Promise<unknown>>(Promise.resolve())
  return useCallback(() => {
    const request = lastRequest.current.then(() => beginPasskeySignIn(call))
    lastRequest.current = request.catch(() => undefined)
    return request
  }, [call])
}
