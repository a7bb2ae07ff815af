import { Anchor } from '@mantine/core'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'

/** Leads to the recovery code. */
export function LostDevice({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  return (
    <Anchor component="button" type="button" inherit onClick={() => go('recoverTwoFactor')}>
      {t('twoFactor.lost')}
    </Anchor>
  )
}
