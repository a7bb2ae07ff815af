import { fieldProps } from '@gatehouse/ui'
import { Box, Group, Select, TextInput } from '@mantine/core'
import { type Ref, useState } from 'react'
import { UNITS, type Unit, unitOf } from './duration'
import { useT } from './security.texts'
import { useTypedNumber } from './use-typed-number'

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
