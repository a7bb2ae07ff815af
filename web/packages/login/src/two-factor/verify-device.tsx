import { InlineAlert } from '@gatehouse/ui'
import { Button, Checkbox } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { useLoad } from '../use-load'
import { verifyDevice } from '../webauthn/calls'
import { useDeviceAction } from '../webauthn/use-device-action'
import { mayRememberDevice } from './calls'
import { listFactors } from './factors'
import { LostDevice } from './lost-device'
import { useFinishMfa } from './use-finish-mfa'

/** Uses a security key, fingerprint or face. The browser prompt opens only after a click. */
export function VerifyDevice({ facts: { challenge, device }, go }: StepProps<'challenge' | 'device'>) {
  const t = useT()
  const { call } = useLogin().session
  const { mfaToken, mfaDevices } = challenge
  const [isRemembered, setRemembered] = useState(false)
  const mayRemember = useLoad(useCallback(() => mayRememberDevice(call, mfaToken), [call, mfaToken])).value === true
  const finish = useFinishMfa(go)
  const { failure, pending, start } = useDeviceAction(async () =>
    finish(await verifyDevice(call, device.id, mfaToken, isRemembered)),
  )

  return (
    <Step
      title={t('twoFactor.title')}
      lead={device.to ? t('webauthn.useNamed', { name: device.to }) : t('webauthn.use')}
      footer={<LostDevice go={go} />}
    >
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        {mayRemember && (
          <Checkbox
            label={t('twoFactor.remember')}
            checked={isRemembered}
            onChange={({ currentTarget }) => setRemembered(currentTarget.checked)}
          />
        )}
        <Button fullWidth data-first loading={pending} onClick={start}>
          {t('twoFactor.submit')}
        </Button>
        {listFactors(mfaDevices).length > 1 && (
          <Button variant="subtle" fullWidth onClick={() => go('loginWithTwoFactor')}>
            {t('twoFactor.other')}
          </Button>
        )}
      </div>
    </Step>
  )
}
