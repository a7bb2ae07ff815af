import { fieldProps } from '@gatehouse/ui'
import { Group, NumberInput, Select } from '@mantine/core'
import { type Ref, useState } from 'react'
import { UNITS, type Unit, unitOf } from './duration'
import { useT } from './security.texts'

interface DurationFieldProps {
  readonly label: string
  readonly help?: string
  readonly name: string
  /** In seconds. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly readOnly: boolean
  readonly error: string | undefined
}

/** A length of time, as a number and its unit. */
export function DurationField({ label, help, error, value, onChange, readOnly, ...input }: DurationFieldProps) {
  const t = useT()
  const [unit, setUnit] = useState<Unit>(() => unitOf(value))
  const count = value / UNITS[unit]

  function change(next: Unit) {
    setUnit(next)
    if (!Number.isNaN(value)) onChange(Math.max(1, Math.round(count)) * UNITS[next])
  }
  return (
    <Group gap="xs" align="flex-start" wrap="nowrap" maw={320}>
      <NumberInput
        {...fieldProps({ label, help, error })}
        // In one line above both, so that the unit stands beside its number.
        styles={{ label: { whiteSpace: 'nowrap' } }}
        {...input}
        readOnly={readOnly}
        value={Number.isNaN(value) ? '' : Math.round(count * 10) / 10}
        onChange={(next) => onChange(next === '' ? Number.NaN : Math.round(Number(next) * UNITS[unit]))}
        allowNegative={false}
        decimalScale={1}
        flex={1}
      />
      <Select
        mt={26}
        w={120}
        aria-label={t('unit.label', { field: label })}
        value={unit}
        onChange={(next) => change((next as Unit | null) ?? unit)}
        data={(Object.keys(UNITS) as Unit[]).map((one) => ({ value: one, label: t(`unit.${one}`) }))}
        allowDeselect={false}
        readOnly={readOnly}
      />
    </Group>
  )
}
