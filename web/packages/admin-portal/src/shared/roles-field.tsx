import { useApi } from '@gatehouse/react'
import { type FieldExtras, fieldProps } from '@gatehouse/ui'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { offerOf } from './freshness'
import { rolesQuery } from './roles.queries'
import classes from './roles-field.module.css'

type RolesFieldProps = Omit<FieldExtras, 'optional'> &
  Pick<MultiSelectProps, 'placeholder' | 'ref' | 'onBlur' | 'readOnly'> & {
    value: string[]
    onChange: (roleIds: string[]) => void
    'data-autofocus'?: boolean
  }

/** Which roles, by id. Each says in the list what it is for. */
export function RolesField({ label, help, error, placeholder, ...input }: RolesFieldProps) {
  const { data: roles = [], isPending, failure } = offerOf(useQuery(rolesQuery(useApi())))
  const descriptions = useMemo(() => new Map(roles.map(({ id, description }) => [id, description])), [roles])
  return (
    <MultiSelect
      {...fieldProps({ label, help, error: error ?? failure?.message })}
      {...input}
      placeholder={input.value.length === 0 ? placeholder : undefined}
      data={roles.map(({ id, name }) => ({ value: id, label: name }))}
      searchable={roles.length > 6}
      // Five hundred drawn at each letter would be felt; the others are found by their name.
      limit={100}
      hidePickedOptions={false}
      clearable={false}
      disabled={isPending}
      renderOption={({ option, checked }) => (
        <div className={classes.option}>
          <span className={classes.check}>{checked && <IconCheck size={16} aria-hidden />}</span>
          <span>
            <span className={classes.name}>{option.label}</span>
            {descriptions.get(option.value) && (
              <span className={classes.description}>{descriptions.get(option.value)}</span>
            )}
          </span>
        </div>
      )}
    />
  )
}
