import { InlineAlert } from '@gatehouse/ui'
import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { ChoiceField } from '../shared/choice-field'
import type { Rule } from '../wire'
import { ConditionRow } from './condition-row'
import { type Condition, newCondition, newRule } from './conditions'
import { useT } from './flags.texts'

interface RulesFieldProps {
  readonly value: readonly Rule[]
  readonly onChange: (rules: Rule[]) => void
  readonly error: string | undefined
}

const PLUS = <IconPlus size={16} aria-hidden />
const TREATMENTS = ['true', 'false'] as const

/** Whom something is on for, rule by rule. */
export function RulesField({ value, onChange, error }: RulesFieldProps) {
  const t = useT()
  const add = useRef<HTMLButtonElement>(null)
  const replace = (index: number, rule: Rule) => onChange(value.map((one, at) => (at === index ? rule : one)))
  return (
    <section aria-label={t('rules.title')}>
      <Title order={3} size="h3">
        {t('rules.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('rules.help')}
      </Text>
      <Stack gap="sm">
        {value.map((rule, index) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
            key={index}
            number={index + 1}
            rule={rule}
            onChange={(next) => replace(index, next)}
            onRemove={() => {
              // The button that was pressed goes with it.
              add.current?.focus()
              onChange(value.filter((_, at) => at !== index))
            }}
          />
        ))}
        {error && <InlineAlert tone="danger">{error}</InlineAlert>}
        <div>
          <Button ref={add} variant="default" leftSection={PLUS} onClick={() => onChange([...value, newRule()])}>
            {t('rules.add')}
          </Button>
        </div>
      </Stack>
    </section>
  )
}

interface RuleCardProps {
  readonly number: number
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
  readonly onRemove: () => void
}

function RuleCard({ number, rule, onChange, onRemove }: RuleCardProps) {
  const t = useT()
  const add = useRef<HTMLButtonElement>(null)
  const conditions = rule.conditions ?? []
  const set = (next: Condition[]) => onChange({ ...rule, conditions: next })
  return (
    <Card component="fieldset" withBorder>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text component="legend" fw={600}>
            {t('rules.rule', { number })}
          </Text>
          <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove}>
            {t('rules.remove', { number })}
          </Button>
        </Group>
        {conditions.length === 0 && <Text c="dimmed">{t('rules.always')}</Text>}
        {conditions.map((condition, index) => (
          <ConditionRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but its place.
            key={index}
            number={index + 1}
            condition={condition}
            onChange={(next) => set(conditions.map((one, at) => (at === index ? next : one)))}
            onRemove={() => {
              add.current?.focus()
              set(conditions.filter((_, at) => at !== index))
            }}
          />
        ))}
        <Group align="flex-end" justify="space-between">
          <Button ref={add} variant="default" leftSection={PLUS} onClick={() => set([...conditions, newCondition()])}>
            {t('rules.addCondition')}
          </Button>
          <ChoiceField
            label={t('rules.result')}
            options={TREATMENTS.map((one) => [one, t(`treatment.${one}`)])}
            value={rule.treatment}
            onChange={(treatment) => onChange({ ...rule, treatment })}
          />
        </Group>
      </Stack>
    </Card>
  )
}
