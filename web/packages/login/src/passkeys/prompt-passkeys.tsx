import { InlineAlert } from '@gatehouse/ui'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { useT } from '../texts'
import { useDeviceAction } from '../webauthn/use-device-action'
import { createPasskey } from './calls'
import { disablePrompt } from './passkey-preferences'
import classes from './passkeys.module.css'

/** Offers to create a passkey after sign-in. */
export function PromptPasskeys({ onDone }: { readonly onDone: () => void }) {
  const t = useT()
  const { session } = useLogin()
  const [isLastTime, setLastTime] = useState(false)
  const { failure, pending, start } = useDeviceAction(async () => {
    const { accessToken } = session.getSnapshot()
    await createPasskey(session.call, accessToken ?? '')
    onDone()
  })

  function decline(): void {
    if (isLastTime) disablePrompt(session.environment)
    onDone()
  }

  return (
    <Step title={t('passkeys.prompt')} lead={t('passkeys.promptText')}>
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button fullWidth data-first loading={pending} onClick={start}>
          {t('passkeys.create')}
        </Button>
        <Button variant="subtle" fullWidth disabled={pending} onClick={decline}>
          {t('passkeys.notNow')}
        </Button>
        <Checkbox
          className={classes.choice}
          label={t('passkeys.neverAgain')}
          checked={isLastTime}
          onChange={({ currentTarget }) => setLastTime(currentTarget.checked)}
        />
      </div>
    </Step>
  )
}
