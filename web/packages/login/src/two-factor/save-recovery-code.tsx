import { InlineAlert, SecretBox, useSubmit, useUnsaved } from '@gatehouse/ui'
import { useLogin } from '../context'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { nextLoginStep } from '../login/next-login-step'
import { useT } from '../texts'
import classes from './two-factor.module.css'

/** Shows the recovery code once, after enrollment. The sign-in completes when it is saved. */
export function SaveRecoveryCode({ facts: { enrolled }, go }: StepProps<'enrolled'>) {
  const t = useT()
  const { session } = useLogin()
  const { failure, run } = useSubmit()
  useUnsaved(true)

  async function finish(): Promise<void> {
    await session.accept(enrolled)
    go(...nextLoginStep(enrolled))
  }

  return (
    <Step title={t('twoFactor.recoveryCode')} lead={t('twoFactor.recoveryCodeText')}>
      <div className={`${frame.actions} ${classes.saving}`}>
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <SecretBox
          label={t('field.recoveryCode')}
          value={enrolled.recoveryCode}
          fileName="recovery-code.txt"
          onSaved={() => void run(finish)}
        />
      </div>
    </Step>
  )
}
