import { Radio, Stack } from '@mantine/core'
import { useT } from './billing.texts'

export type When = 'now' | 'period_end'

interface Props {
  readonly when: When
  readonly onWhen: (when: When) => void
  /** When the next period begins. */
  readonly date: string
}

/** Fewer seats at once, or with the next bill. */
export function WhenChoice({ when, onWhen, date }: Props) {
  const t = useT()
  return (
    <Radio.Group label={t('when.label')} value={when} onChange={(value) => onWhen(value as When)}>
      <Stack gap="xs" mt="xs">
        <Radio value="now" label={t('when.now')} />
        <Radio value="period_end" label={t('when.later', { date })} />
      </Stack>
    </Radio.Group>
  )
}
