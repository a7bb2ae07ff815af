import { ActionIcon, Button, Card, Group, Stack, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useT } from './rules.texts'

export interface ConditionProps<Condition> {
  readonly number: number
  readonly condition: Condition
  readonly onChange: (condition: Condition) => void
  readonly onRemove: () => void
  readonly readOnly: boolean
}

/** The parts of a rule editor that depend on the kind of rule. */
export interface RuleParts<Rule, Condition> {
  readonly conditionsOf: (rule: Rule) => readonly Condition[]
  readonly withConditions: (rule: Rule, conditions: Condition[]) => Rule
  readonly newCondition: () => Condition
  readonly row: (props: ConditionProps<Condition>) => ReactNode
  /** Input for the result of the rule. */
  readonly result: (rule: Rule, onChange: (rule: Rule) => void) => ReactNode
  /** Rendered above the conditions. */
  readonly about?: (rule: Rule, onChange: (rule: Rule) => void) => ReactNode
}

interface RuleCardProps<Rule, Condition> extends RuleParts<Rule, Condition> {
  readonly number: number
  readonly rule: Rule
  readonly onChange: (rule: Rule) => void
  readonly onRemove: () => void
  /** Undefined for the first or the last rule. */
  readonly onUp?: () => void
  readonly onDown?: () => void
  readonly readOnly: boolean
}

export function RuleCard<Rule, Condition>(props: RuleCardProps<Rule, Condition>) {
  const { number, rule, conditionsOf, withConditions, newCondition, row, result, about, onChange, readOnly } = props
  const t = useT()
  const add = useRef<HTMLButtonElement>(null)
  const conditions = conditionsOf(rule)
  const set = (next: Condition[]) => onChange(withConditions(rule, next))
  return (
    <Card component="fieldset" withBorder miw={0} aria-label={t('rule', { number })}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text component="legend" fw={600}>
            {t('rule', { number })}
          </Text>
          {!readOnly && <RuleOrderButtons {...props} />}
        </Group>
        {about?.(rule, onChange)}
        {conditions.length === 0 && <Text c="dimmed">{t('always')}</Text>}
        {conditions.map((condition, index) =>
          row({
            number: index + 1,
            condition,
            readOnly,
            onChange: (next) => set(conditions.map((one, at) => (at === index ? next : one))),
            onRemove: () => {
              add.current?.focus()
              set(conditions.filter((_, at) => at !== index))
            },
          }),
        )}
        <Group align="flex-end" justify="space-between">
          {!readOnly && (
            <Button
              ref={add}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => set([...conditions, newCondition()])}
            >
              {t('addCondition')}
            </Button>
          )}
          {result(rule, onChange)}
        </Group>
      </Stack>
    </Card>
  )
}

type RuleOrderButtonsProps = Pick<RuleCardProps<never, never>, 'number' | 'onUp' | 'onDown' | 'onRemove'>

/** Buttons to move or remove a rule. They stay at both ends of the list, so that focus is kept. */
function RuleOrderButtons({ number, onUp, onDown, onRemove }: RuleOrderButtonsProps) {
  const t = useT()
  return (
    <Group gap={4}>
      <ActionIcon
        variant="subtle"
        aria-label={t('up', { number })}
        aria-disabled={!onUp}
        data-disabled={!onUp || undefined}
        onClick={onUp}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        aria-label={t('down', { number })}
        aria-disabled={!onDown}
        data-disabled={!onDown || undefined}
        onClick={onDown}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <Button variant="subtle" color="red" size="compact-sm" onClick={onRemove}>
        {t('remove', { number })}
      </Button>
    </Group>
  )
}
