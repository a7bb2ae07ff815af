import { fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import type { Ref } from 'react'
import { useT } from './account.texts'
import type { Choice } from './choices'

interface ChoiceFieldProps {
  readonly label: string
  readonly help?: string
  readonly error?: string | undefined
  readonly data: readonly Choice[]
  readonly value: string
  readonly onChange: (value: string) => void
  readonly onBlur: () => void
  readonly readOnly: boolean
  readonly ref: Ref<HTMLInputElement>
}

/** One of a long list, found by typing; or none. */
export function ChoiceField({ label, help, error, data, value, onChange, ...input }: ChoiceFieldProps) {
  const t = useT()
  // What another client stored stays what it is, even if this browser does not know it.
  const isKnown = value === '' || data.some((choice) => choice.value === value)
  return (
    <Select
      {...fieldProps({ label, help, error, optional: true })}
      {...input}
      data={isKnown ? data : [{ value, label: value }, ...data]}
      value={value || null}
      onChange={(next) => onChange(next ?? '')}
      placeholder={t('none')}
      nothingFoundMessage={t('nothingFound')}
      searchable
      clearable={!input.readOnly}
      limit={100}
    />
  )
}
