import { Stack } from '@mantine/core'
import { ChoiceField } from '../../shared/choice-field'
import { ConditionFrame } from '../../shared/rules/condition-frame'
import type { ConditionProps } from '../../shared/rules/rule-card'
import type { TokenCondition } from '../../wire'
import { useT } from '../tokens.texts'
import { ATTRIBUTES, operatorsFor, withAttribute } from './conditions'
import { ValuesField } from './values-field'

export function ConditionRow({ number, condition, onChange, onRemove, readOnly }: ConditionProps<TokenCondition>) {
  const t = useT()
  return (
    <Stack gap="xs">
      <ConditionFrame
        number={number}
        isNegated={condition.negate}
        onNegate={(negate) => onChange({ ...condition, negate })}
        onRemove={onRemove}
        readOnly={readOnly}
        attribute={
          <ChoiceField
            label={t('rules.attribute')}
            options={ATTRIBUTES.map((one) => [one, t(`rules.attributes.${one}`)])}
            value={condition.attribute}
            onChange={(attribute) => onChange(withAttribute(condition, attribute))}
            readOnly={readOnly}
          />
        }
        operator={
          <ChoiceField
            label={t('rules.comparison')}
            options={operatorsFor(condition.attribute).map((one) => [one, t(`rules.operators.${one}`)])}
            value={condition.op}
            onChange={(op) => onChange({ ...condition, op })}
            readOnly={readOnly}
          />
        }
      />
      <ValuesField
        condition={condition}
        onChange={(list) => onChange({ ...condition, value: { list } })}
        readOnly={readOnly}
      />
    </Stack>
  )
}
