import { Button } from '@mantine/core'
import frame from '../frame/frame.module.css'
import { Step } from '../frame/step'
import type { StepProps } from '../login/facts'
import { ENROLLMENTS, getMfaStrategies } from '../login/next-login-step'
import { useT } from '../texts'
import classes from './two-factor.module.css'

/** Lets the user choose a method, if the policy requires MFA and allows several. */
export function ForceTwoFactor({ facts: { challenge }, go }: StepProps<'challenge'>) {
  const t = useT()
  return (
    <Step title={t('twoFactor.setUp')} lead={t('twoFactor.setUpChoose')}>
      <div className={frame.actions}>
        {getMfaStrategies(challenge).map((strategy) => (
          <Button
            key={strategy}
            variant="default"
            fullWidth
            data-first
            classNames={{ root: classes.choice, label: classes.text }}
            onClick={() => go(ENROLLMENTS[strategy])}
          >
            {t(`twoFactor.strategies.${strategy}`)}
          </Button>
        ))}
      </div>
    </Step>
  )
}
