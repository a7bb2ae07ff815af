import { Anchor, Button } from '@mantine/core'
import { useMemo, useState } from 'react'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/use-login-machine'
import { useT } from '../texts'
import { type Factor, factorsOf } from './calls'
import { VerifyCode } from './verify-code'

/** One device: straight to its code. Several: a choice first. */
export function LoginWithTwoFactor({ state, send }: StepProps) {
  const t = useT()
  const factors = useMemo(() => factorsOf(state.answer?.mfaDevices), [state.answer])
  const [chosen, setChosen] = useState<Factor | undefined>(factors.length === 1 ? factors[0] : undefined)
  const { mfaToken = '' } = state.answer ?? {}

  const lost = (
    <Anchor component="button" type="button" inherit onClick={() => send({ type: 'deviceLost' })}>
      {t('twoFactor.lost')}
    </Anchor>
  )
  if (chosen) {
    const other = factors.length > 1 ? () => setChosen(undefined) : undefined
    return (
      <VerifyCode key={chosen.kind} factor={chosen} mfaToken={mfaToken} onOther={other} footer={lost} send={send} />
    )
  }
  return (
    <Step title={t('twoFactor.title')} lead={t('twoFactor.choose')} footer={lost}>
      <div className={frame.actions}>
        {factors.map((factor) => (
          <Button key={labelOf(factor)} variant="default" fullWidth data-first onClick={() => setChosen(factor)}>
            {t(`twoFactor.${factor.kind}`, factor.kind === 'authenticator' ? {} : { to: factor.to })}
          </Button>
        ))}
      </div>
    </Step>
  )
}

const labelOf = (factor: Factor): string => (factor.kind === 'authenticator' ? factor.kind : factor.kind + factor.to)
