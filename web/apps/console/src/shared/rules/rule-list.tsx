import { InlineAlert } from '@gatehouse/ui'
import { Button, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { RuleCard, type RuleParts } from './rule-card'
import { useT } from './rules.texts'

interface RuleListProps<Rule, Condition> extends RuleParts<Rule, Condition> {
  readonly title: string
  readonly help: string
  readonly value: readonly Rule[]
  readonly onChange: (rules: Rule[]) => void
  readonly error: string | undefined
  readonly newRule: () => Rule
  readonly readOnly?: boolean
}

/** Ordered rules. The first rule whose conditions are all true applies. */
export function RuleList<Rule, Condition>(props: RuleListProps<Rule, Condition>) {
  const { title, help, value, onChange, error, newRule, readOnly = false, ...parts } = props
  const t = useT()
  const add = useRef<HTMLButtonElement>(null)
  const rules = useRef<HTMLElement>(null)
  const isAdded = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once there is one more.
  useEffect(() => {
    // Focus moves to a rule that was just added.
    if (isAdded.current)
      [...(rules.current?.querySelectorAll('fieldset') ?? [])].at(-1)?.querySelector('input')?.focus()
    isAdded.current = false
  }, [value.length])
  const swapRules = (one: number, other: number) =>
    value.map((rule, at) => (at === one ? value[other] : at === other ? value[one] : rule) as Rule)
  return (
    <section aria-label={title} ref={rules}>
      <Title order={3} size="h4">
        {title}
      </Title>
      <Text c="dimmed" mb="sm">
        {help}
      </Text>
      <Stack gap="sm">
        {value.map((rule, index) => (
          <RuleCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a rule has no name but its place.
            key={index}
            {...parts}
            number={index + 1}
            rule={rule}
            readOnly={readOnly}
            onChange={(next) => onChange(value.map((one, at) => (at === index ? next : one)))}
            {...(index > 0 && { onUp: () => onChange(swapRules(index, index - 1)) })}
            {...(index + 1 < value.length && { onDown: () => onChange(swapRules(index, index + 1)) })}
            onRemove={() => {
              // The pressed button disappears with the rule.
              add.current?.focus()
              onChange(value.filter((_, at) => at !== index))
            }}
          />
        ))}
        {error && <InlineAlert tone="danger">{error}</InlineAlert>}
        {!readOnly && (
          <div>
            <Button
              ref={add}
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => {
                isAdded.current = true
                onChange([...value, newRule()])
              }}
            >
              {t('add')}
            </Button>
          </div>
        )}
      </Stack>
    </section>
  )
}
