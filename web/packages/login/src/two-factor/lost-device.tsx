import { Anchor } from '@mantine/core'
import type { StepProps } from '../login/facts'
import { useT } from '../texts'

/** The way on for whoever has no device at hand. */
export function LostDevice({ go }: Pick<StepProps, 'go'>) {
  const t = useT()
  return (
    <Anchor component="button" type="button" inherit onClick={() => go('recoverTwoFactor')}>
      {t('twoFactor.lost')}
    </Anchor>
  )
}
