import type { ApiError } from '@gatehouse/api'
import { InlineAlert, useSubmit } from '@gatehouse/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useLogin } from '../context'
import { BackToSignIn } from '../frame/back-to-sign-in'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import { isClientError } from '../is-client-error'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { useT } from '../texts'
import { signInPasswordless } from './calls'

const OTHER_DEVICE = 'ER-01016'

/** Signs in after a click: mail scanners open links, too, and must not use them up. */
export function OpenMagicLink({ go }: StepProps) {
  const t = useT()
  const { session, search, settings } = useLogin()
  const [refusal, setRefusal] = useState<ApiError>()
  const { failure, pending, run } = useSubmit()
  const token = search.get('token')

  async function signIn(link: string): Promise<void> {
    try {
      const answer = await signInPasswordless(session.call, 'magiclink', link, search.get('invitationToken'))
      await session.accept(answer)
      go(...nextLoginStep(answer))
    } catch (error) {
      if (!isClientError(error)) throw error
      setRefusal(error)
    }
  }

  if (!token || refusal) {
    const isElsewhere = refusal?.code === OTHER_DEVICE
    return (
      <Step
        title={isElsewhere ? t('passwordless.otherDevice') : t('passwordless.linkOver')}
        lead={isElsewhere ? t('passwordless.otherDeviceText') : t('passwordless.linkOverText')}
        footer={<BackToSignIn />}
      />
    )
  }
  const product = settings.vendor.name
  return (
    <Step title={product ? t('login.titleTo', { product }) : t('login.title')} lead={t('passwordless.openText')}>
      <div className={frame.actions}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <Button fullWidth data-first loading={pending} onClick={() => void run(() => signIn(token))}>
          {t('login.submit')}
        </Button>
      </div>
    </Step>
  )
}
