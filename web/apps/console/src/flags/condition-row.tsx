import { TextField } from '@gatehouse/ui'
import { ActionIcon, Box, Checkbox, Group, Stack } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { ChoiceField } from '../shared/choice-field'
import {
  type Condition,
  KNOWN,
  OPERATORS,
  type Operator,
  operatorsFor,
  withAttribute,
  withOperator,
} from './conditions'
import { useT } from './flags.texts'
import { ValueField } from './value-field'

interface ConditionRowProps {
  readonly number: number
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
}

const CUSTOM = 'custom'

export function ConditionRow({ number, condition, onChange, onRemove }: ConditionRowProps) {
  const t = useT()
  const known = KNOWN.find((one) => one === condition.attribute) ?? CUSTOM
  const operators = operatorsFor(condition.attribute)
  return (
    <Stack gap="xs">
      {/* On a phone one below the other: beside each other their words could not be read. */}
      <Group align="flex-end" gap="xs">
        <Box flex="1 1 160px">
          <ChoiceField
            label={t('attribute.label')}
            options={[...KNOWN, CUSTOM].map((one) => [one, t(`attribute.${one as typeof known}`)] as const)}
            value={known}
            onChange={(next) => onChange(withAttribute(condition, next === CUSTOM ? '' : next))}
          />
        </Box>
        <Checkbox
          mb={8}
          label={t('negate')}
          checked={condition.negate ?? false}
          onChange={({ currentTarget }) => onChange({ ...condition, negate: currentTarget.checked })}
        />
        <Box flex="1 1 160px">
          <ChoiceField<Operator>
            label={t('operator.label')}
            options={operators.map((one) => [one, t(`operator.${one}`)])}
            value={OPERATORS.find((one) => one === condition.op) ?? 'in_list'}
            onChange={(next) => onChange(withOperator(condition, next))}
          />
        </Box>
        <ActionIcon variant="subtle" mb={4} aria-label={t('rules.removeCondition', { number })} onClick={onRemove}>
          <IconX size={16} aria-hidden />
        </ActionIcon>
      </Group>
      {known === CUSTOM && (
        <TextField
          label={t('attribute.name')}
          value={condition.attribute}
          onChange={({ currentTarget }) => onChange(withAttribute(condition, currentTarget.value))}
          autoComplete="off"
        />
      )}
      <ValueField condition={condition} onChange={(value) => onChange({ ...condition, value })} />
    </Stack>
  )
}
