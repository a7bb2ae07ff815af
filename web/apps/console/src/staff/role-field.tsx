import { fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import type { Ref } from 'react'
import type { StaffRole } from '../wire'
import { ROLES } from './staff.queries'
import { useT } from './staff.texts'

interface RoleFieldProps {
  readonly value: StaffRole
  readonly onChange: (role: StaffRole) => void
  readonly error: string | undefined
  readonly onBlur: () => void
  readonly ref: Ref<HTMLInputElement>
  readonly readOnly: boolean
}

/** Select for a staff role, with a description of each. */
export function RoleField({ value, onChange, error, ...input }: RoleFieldProps) {
  const t = useT()
  return (
    <Select
      {...fieldProps({ label: t('form.role'), help: t(`rolesHelp.${value}`), error })}
      {...input}
      data={ROLES.map((role) => ({ value: role, label: t(`roles.${role}`) }))}
      value={value}
      onChange={(next) => next && onChange(next)}
      allowDeselect={false}
    />
  )
}
