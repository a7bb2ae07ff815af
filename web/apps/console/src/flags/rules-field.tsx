import { TextField } from '@gatehouse/ui'
import { ChoiceField } from '../shared/choice-field'
import { RuleList } from '../shared/rules/rule-list'
import type { Rule } from '../wire'
import { ConditionRow } from './condition-row'
import { newCondition, newRule } from './conditions'
import { useT } from './flags.texts'

interface RulesFieldProps {
  readonly value: readonly Rule[]
  readonly onChange: (rules: Rule[]) => void
  readonly error: string | undefined
}

const TREATMENTS = ['true', 'false'] as const

/** Targeting rules of a flag or plan. */
export function RulesField(input: RulesFieldProps) {
  const t = useT()
  return (
    <RuleList
      {...input}
      title={t('rules.title')}
      help={t('rules.help')}
      newRule={newRule}
      newCondition={newCondition}
      conditionsOf={({ conditions = [] }) => conditions}
      withConditions={(rule, conditions) => ({ ...rule, conditions })}
      row={({ number, ...row }) => <ConditionRow key={number} number={number} {...row} />}
      about={(rule, onChange) => (
        <TextField
          label={t('rules.description')}
          optional
          maxLength={2000}
          value={rule.description ?? ''}
          onChange={({ currentTarget }) => onChange({ ...rule, description: currentTarget.value })}
        />
      )}
      result={(rule, onChange) => (
        <ChoiceField
          label={t('rules.result')}
          options={TREATMENTS.map((one) => [one, t(`treatment.${one}`)])}
          value={rule.treatment}
          onChange={(treatment) => onChange({ ...rule, treatment })}
        />
      )}
    />
  )
}
