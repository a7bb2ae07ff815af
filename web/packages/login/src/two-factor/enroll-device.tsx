import { InlineAlert } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { type DeviceType, enrollDevice } from '../webauthn/calls'
import { useDeviceAction } from '../webauthn/use-device-action'
import { useFinishMfa } from './use-finish-mfa'

interface EnrollDeviceProps extends StepProps<'challenge'> {
  readonly deviceType: DeviceType
}

function EnrollDevice({ deviceType, facts: { challenge }, go }: EnrollDeviceProps) {
  const t = useT()
  const { call } = useLogin().session
  const finish = useFinishMfa(go)
  const { failure, pending, start } = useDeviceAction(async () =>
    finish(await enrollDevice(call, deviceType, challenge.mfaToken)),
  )

  return (
    <Step title={t('twoFactor.setUp')} lead={t(`webauthn.enroll${deviceType}`)}>
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button fullWidth data-first loading={pending} onClick={start}>
          {t('continue')}
        </Button>
      </div>
    </Step>
  )
}

/** Enrolls this device's own authenticator: fingerprint, face or PIN. */
export const EnrollPlatform = (props: StepProps<'challenge'>) => <EnrollDevice deviceType="Platform" {...props} />

export const EnrollSecurityKey = (props: StepProps<'challenge'>) => (
  <EnrollDevice deviceType="CrossPlatform" {...props} />
)
