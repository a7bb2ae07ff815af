import { Button } from '@mantine/core'
import { useMemo } from 'react'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'
import { type Factor, factorsOf } from './calls'
import { LostDevice } from './lost-device'

/** Several devices: a choice, before a code is sent anywhere. */
export function LoginWithTwoFactor({ facts: { challenge }, go }: StepProps<'challenge'>) {
  const t = useT()
  const factors = useMemo(() => factorsOf(challenge.mfaDevices), [challenge])
  return (
    <Step title={t('twoFactor.title')} lead={t('twoFactor.choose')} footer={<LostDevice go={go} />}>
      <div className={frame.actions}>
        {factors.map((factor) => (
          <Button
            key={labelOf(factor)}
            variant="default"
            fullWidth
            data-first
            onClick={() => go('verifyTwoFactor', { factor })}
          >
            {t(`twoFactor.${factor.kind}`, factor.kind === 'authenticator' ? {} : { to: factor.to })}
          </Button>
        ))}
      </div>
    </Step>
  )
}

const labelOf = (factor: Factor): string => (factor.kind === 'authenticator' ? factor.kind : factor.kind + factor.to)
