import { fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import type { Ref } from 'react'
import { PERIODS, type Period } from './reports.queries'
import { useT } from './reports.texts'

interface PeriodFieldProps {
  readonly value: Period
  readonly onChange: (period: Period) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
  readonly error?: string | undefined
  readonly readOnly?: boolean
}

export function PeriodField({ value, onChange, error, ...input }: PeriodFieldProps) {
  const t = useT()
  return (
    <Select
      {...fieldProps({ label: t('days'), error })}
      {...input}
      data={PERIODS.map((days) => ({ value: days, label: t('lastDays', { days }) }))}
      value={value}
      onChange={(next) => next && onChange(next)}
      allowDeselect={false}
    />
  )
}
