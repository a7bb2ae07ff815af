import { ActionIcon, Box, Checkbox, Group } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from './rules.texts'

interface ConditionFrameProps {
  readonly number: number
  readonly attribute: ReactNode
  readonly operator: ReactNode
  readonly isNegated: boolean
  readonly onNegate: (isNegated: boolean) => void
  readonly onRemove: () => void
  readonly readOnly?: boolean
}

/**
 * Attribute and operator of a condition, above its values. On a phone they are stacked, because side by side their
 * labels would be cut off.
 */
export function ConditionFrame(props: ConditionFrameProps) {
  const { number, attribute, operator, isNegated, onNegate, onRemove, readOnly = false } = props
  const t = useT()
  return (
    <Group align="flex-end" gap="xs">
      <Box flex="1 1 160px">{attribute}</Box>
      <Checkbox
        mb={8}
        label={t('negate')}
        checked={isNegated}
        disabled={readOnly}
        onChange={({ currentTarget }) => onNegate(currentTarget.checked)}
      />
      <Box flex="1 1 160px">{operator}</Box>
      {!readOnly && (
        <ActionIcon variant="subtle" mb={4} aria-label={t('removeCondition', { number })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </Group>
  )
}
