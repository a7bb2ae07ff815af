import { Radio, Stack } from '@mantine/core'
import type { ListMode } from '../wire'
import { useT } from './security.texts'

interface ModeChoiceProps {
  readonly value: ListMode
  readonly onChange: (mode: ListMode) => void
  readonly labels: Readonly<Record<ListMode, string>>
  readonly disabled: boolean
}

/** Chooses whether the list names allowed or blocked entries. */
export function ModeChoice({ value, onChange, labels, disabled }: ModeChoiceProps) {
  const t = useT()
  return (
    <Radio.Group label={t('list.mode')} value={value} onChange={(next) => onChange(next as ListMode)}>
      <Stack gap="xs" mt="xs">
        {(['ALLOW', 'BLOCK'] as const).map((mode) => (
          <Radio key={mode} value={mode} label={labels[mode]} disabled={disabled} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
