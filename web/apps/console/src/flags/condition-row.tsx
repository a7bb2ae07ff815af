import { TextField } from '@gatehouse/ui'
import { Stack } from '@mantine/core'
import { ChoiceField } from '../shared/choice-field'
import { ConditionFrame } from '../shared/rules/condition-frame'
import type { ConditionProps } from '../shared/rules/rule-card'
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

const CUSTOM = 'custom'

export function ConditionRow({ number, condition, onChange, onRemove }: ConditionProps<Condition>) {
  const t = useT()
  const known = KNOWN.find((one) => one === condition.attribute) ?? CUSTOM
  const operators = operatorsFor(condition.attribute)
  return (
    <Stack gap="xs">
      <ConditionFrame
        number={number}
        isNegated={condition.negate ?? false}
        onNegate={(negate) => onChange({ ...condition, negate })}
        onRemove={onRemove}
        attribute={
          <ChoiceField
            label={t('attribute.label')}
            options={[...KNOWN, CUSTOM].map((one) => [one, t(`attribute.${one as typeof known}`)] as const)}
            value={known}
            onChange={(next) => onChange(withAttribute(condition, next === CUSTOM ? '' : next))}
          />
        }
        operator={
          <ChoiceField<Operator>
            label={t('operator.label')}
            options={operators.map((one) => [one, t(`operator.${one}`)])}
            value={OPERATORS.find((one) => one === condition.op) ?? 'in_list'}
            onChange={(next) => onChange(withOperator(condition, next))}
          />
        }
      />
      {known === CUSTOM && (
        <TextField
          label={t('attribute.name')}
          help={t('attribute.nameHelp')}
          value={condition.attribute}
          onChange={({ currentTarget }) => onChange(withAttribute(condition, currentTarget.value))}
          autoComplete="off"
        />
      )}
      <ValueField condition={condition} onChange={(value) => onChange({ ...condition, value })} />
    </Stack>
  )
}
