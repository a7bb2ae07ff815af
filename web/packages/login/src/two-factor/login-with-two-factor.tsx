import { Button } from '@mantine/core'
import { useMemo } from 'react'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { getFactorStep } from '../login/next-login-step'
import { useT } from '../texts'
import { type Factor, isDevice, listFactors } from './factors'
import { LostDevice } from './lost-device'
import classes from './two-factor.module.css'

/** Lets the user choose between several enrolled methods before a code is sent. */
export function LoginWithTwoFactor({ facts: { challenge }, go }: StepProps<'challenge'>) {
  const t = useT()
  const factors = useMemo(() => listFactors(challenge.mfaDevices), [challenge])
  return (
    <Step title={t('twoFactor.title')} lead={t('twoFactor.choose')} footer={<LostDevice go={go} />}>
      <div className={frame.actions}>
        {factors.map((factor) => (
          <Button
            key={getKey(factor)}
            variant="default"
            fullWidth
            data-first
            classNames={{ root: classes.choice, label: classes.text }}
            onClick={() => go(...getFactorStep(factor))}
          >
            <FactorName factor={factor} />
          </Button>
        ))}
      </div>
    </Step>
  )
}

function FactorName({ factor }: { readonly factor: Factor }) {
  const t = useT()
  if (factor.kind === 'authenticator') return t('twoFactor.authenticator')
  if (factor.kind === 'webauthn') return factor.to || t('twoFactor.device')
  return t(`twoFactor.${factor.kind}`, { to: factor.to })
}

const getKey = (factor: Factor): string =>
  factor.kind === 'authenticator' ? factor.kind : factor.kind + (isDevice(factor) ? factor.id : factor.to)
