import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DayField, INCOMPLETE_DAY } from '../day-field'
import { i18n } from '../i18n'
import { useT } from '../texts'
import { AsyncSelectChip } from './async-select-chip'
import { ChoiceChip, ChoicesChip, EntryChip } from './filter-chip'
import type { ChoiceFilter, ChoicesFilter, Dates, Filter, Filters, FilterValues, Option } from './filters'
import classes from './toolbar.module.css'

const NONE: readonly string[] = []

type Change = (value: unknown, change?: 'correction') => void

interface FilterChipsProps {
  filters: Filters
  values: FilterValues
  /** `correction`: a value turned out to be unknown. It creates no history entry. */
  onChange: (values: FilterValues, change?: 'correction') => void
  onClear: () => void
}

/** A chip for each filter, and a button to clear all. */
export function FilterChips({ filters, values, onChange, onClear }: FilterChipsProps) {
  const t = useT()
  return (
    <div className={classes.chips}>
      {Object.entries(filters).map(([name, filter]) => (
        <FilterChip
          key={name}
          filter={filter as Filter}
          value={values[name]}
          onChange={(value, change) => onChange({ ...values, [name]: value } as FilterValues, change)}
        />
      ))}
      {Object.values(values).some((value) => value !== undefined) && (
        <Button variant="subtle" size="compact-sm" onClick={onClear}>
          {t('table.clearAll')}
        </Button>
      )}
    </div>
  )
}

function FilterChip({ filter, value, onChange }: { filter: Filter; value: unknown; onChange: Change }) {
  switch (filter.kind) {
    case 'choice':
    case 'choices':
      return <OptionsChip filter={filter} value={value} onChange={onChange} />
    case 'asyncSelect':
      return (
        <AsyncSelectChip filter={filter} value={(value as readonly string[] | undefined) ?? NONE} onChange={onChange} />
      )
    case 'yesNo':
      return <YesNoChip label={filter.label()} value={value as boolean | undefined} onChange={onChange} />
    case 'dates':
      return <DatesChip label={filter.label()} value={value as Dates | undefined} onChange={onChange} />
    case 'text':
      return <TextChip label={filter.label()} value={value as string | undefined} onChange={onChange} />
  }
}

interface OptionsChipProps {
  filter: ChoiceFilter | ChoicesFilter
  value: unknown
  onChange: Change
}

function OptionsChip({ filter, value, onChange }: OptionsChipProps) {
  const label = filter.label()
  const options: Option[] = Object.entries(filter.options).map(([one, name]) => ({ value: one, label: name() }))
  if (filter.kind === 'choice')
    return <ChoiceChip label={label} options={options} value={value as string | undefined} onChange={onChange} />
  const chosen = (value as readonly string[] | undefined) ?? []
  return (
    <ChoicesChip
      label={label}
      options={options}
      value={chosen}
      onChange={(next) => onChange(next.length > 0 ? next : undefined)}
    />
  )
}

interface ValueChipProps<Value> {
  label: string
  value: Value | undefined
  onChange: (value: Value | undefined) => void
}

function YesNoChip({ label, value, onChange }: ValueChipProps<boolean>) {
  const t = useT()
  const options = [
    { value: 'yes', label: t('table.yes') },
    { value: 'no', label: t('table.no') },
  ]
  return (
    <ChoiceChip
      label={label}
      options={options}
      value={value === undefined ? undefined : value ? 'yes' : 'no'}
      onChange={(next) => onChange(next === undefined ? undefined : next === 'yes')}
    />
  )
}

function TextChip({ label, value, onChange }: ValueChipProps<string>) {
  const [entered, setEntered] = useState('')
  function apply() {
    const next = entered.trim() || undefined
    if (next !== value) onChange(next)
    return true
  }
  return (
    <EntryChip label={label} valueText={value} onOpen={() => setEntered(value ?? '')} onApply={apply}>
      <TextInput
        aria-label={label}
        data-autofocus
        value={entered}
        onChange={(event) => setEntered(event.currentTarget.value)}
      />
      <ApplyButtons onClear={value === undefined ? undefined : () => onChange(undefined)} />
    </EntryChip>
  )
}

function DatesChip({ label, value, onChange }: ValueChipProps<Dates>) {
  const t = useT()
  const [{ from = '', to = '' }, setEntered] = useState<Dates>({})
  const [isRefused, setRefused] = useState(false)
  const isIncomplete = from === INCOMPLETE_DAY || to === INCOMPLETE_DAY
  const isReversed = !isIncomplete && from !== '' && to !== '' && from > to
  function open() {
    setEntered(value ?? {})
    setRefused(false)
  }
  function apply() {
    setRefused(isIncomplete)
    if (isIncomplete || isReversed) return false
    const next = from || to ? { ...(from && { from }), ...(to && { to }) } : undefined
    if (next?.from !== value?.from || next?.to !== value?.to) onChange(next)
    return true
  }
  return (
    <EntryChip label={label} valueText={value && rangeText(value)} onOpen={open} onApply={apply}>
      <Group gap="xs" align="flex-start">
        <DayField
          flex="1 1 140px"
          label={t('table.from')}
          data-autofocus
          value={from}
          onChange={(day) => setEntered({ from: day, to })}
          error={isRefused && from === INCOMPLETE_DAY}
        />
        <DayField
          flex="1 1 140px"
          label={t('table.to')}
          value={to}
          onChange={(day) => setEntered({ from, to: day })}
          error={isReversed ? t('table.datesWrong') : isRefused && to === INCOMPLETE_DAY}
        />
      </Group>
      <ApplyButtons onClear={value === undefined ? undefined : () => onChange(undefined)} />
    </EntryChip>
  )
}

function ApplyButtons({ onClear }: { onClear: (() => void) | undefined }) {
  const t = useT()
  return (
    <Group gap="xs" justify="flex-end">
      {onClear && (
        <Button variant="default" size="xs" onClick={onClear}>
          {t('table.clear')}
        </Button>
      )}
      <Button type="submit" size="xs">
        {t('table.apply')}
      </Button>
    </Group>
  )
}

function rangeText({ from, to }: Dates): string {
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  if (from && to) return format.formatRange(new Date(from), new Date(to))
  return from ? `${format.format(new Date(from))} –` : `– ${format.format(new Date(to ?? ''))}`
}
