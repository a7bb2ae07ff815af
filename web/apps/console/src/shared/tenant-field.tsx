import { useApi } from '@gatehouse/react'
import { errorText, fieldProps } from '@gatehouse/ui'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Ref, useState } from 'react'
import { tenantNamesQuery } from '../tenants/names.queries'
import { tenantsQuery } from '../tenants/tenants.queries'

interface TenantFieldProps {
  readonly label: string
  readonly placeholder?: string
  readonly name?: string
  /** Its id, or nothing. */
  readonly value: string
  readonly onChange: (tenantId: string) => void
  readonly onBlur?: () => void
  readonly ref?: Ref<HTMLInputElement>
  readonly readOnly?: boolean
  readonly error?: string | undefined
  readonly clearable?: boolean
}

const PAUSE_MS = 250
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** One of the tenants, searched at the server: there may be thousands. */
export function TenantField({ label, value, onChange, error, ...input }: TenantFieldProps) {
  const api = useApi()
  const [typed, setTyped] = useState('')
  const [filter] = useDebouncedValue(typed, PAUSE_MS)
  const state = { page: 1, pageSize: 20, sort: 'name', order: 'asc', filter } as const
  const { data, error: failure } = useQuery({ ...tenantsQuery(api, state), placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState<{ value: string; label: string }>()
  const found = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const isFound = value === '' || chosen?.value === value || found.some((one) => one.value === value)
  const { data: names } = useQuery(tenantNamesQuery(api, isFound || !data || !ID.test(value) ? [] : [value]))
  // Who was chosen, or stands in the address, stays among the options, whatever is searched for afterwards.
  const known = chosen?.value === value ? chosen : { value, label: names?.get(value) ?? value }
  const options = value !== '' && data && !found.some((one) => one.value === value) ? [known, ...found] : found
  return (
    <Select
      {...fieldProps({ label, error: error ?? (failure ? errorText(failure) : undefined) })}
      {...input}
      value={value || null}
      onChange={(next, option) => {
        setChosen(option ?? undefined)
        onChange(next ?? '')
      }}
      data={options}
      searchable
      onSearchChange={(text) => setTyped(text === chosen?.label ? '' : text)}
      // The server has searched already.
      filter={({ options: all }) => all}
    />
  )
}
