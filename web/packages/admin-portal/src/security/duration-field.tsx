import { fieldProps } from '@gatehouse/ui'
import { Box, Group, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { LabeledFieldProps } from '../shared/field'
import { UNITS, type Unit, unitOf } from './duration'
import { useT } from './security.texts'
import { useTypedNumber } from './use-typed-number'

/** A length of time, as a number and its unit. The value is in seconds. */
export function DurationField({ label, help, error, value, onChange, readOnly, ...input }: LabeledFieldProps<number>) {
  const t = useT()
  const [unit, setUnit] = useState<Unit>(() => unitOf(value))
  const typed = useTypedNumber({ value, onChange, decimals: 1, unit: UNITS[unit] })

  function change(next: Unit) {
    setUnit(next)
    if (Number.isFinite(value)) onChange(Math.max(1, Math.round(value / UNITS[unit])) * UNITS[next])
  }
  return (
    <TextInput
      {...fieldProps({ label, help, error })}
      {...input}
      {...typed}
      readOnly={readOnly}
      autoComplete="off"
      maw={320}
      // Label and help are as wide as both, however long they are in a language.
      inputContainer={(number) => (
        <Group gap="xs" wrap="nowrap">
          <Box flex={1} miw={0}>
            {number}
          </Box>
          <Select
            w={120}
            flex="none"
            aria-label={t('unit.label', { field: label })}
            value={unit}
            onChange={(next) => change((next as Unit | null) ?? unit)}
            data={(Object.keys(UNITS) as Unit[]).map((one) => ({ value: one, label: t(`unit.${one}`) }))}
            allowDeselect={false}
            readOnly={readOnly}
          />
        </Group>
      )}
    />
  )
}
