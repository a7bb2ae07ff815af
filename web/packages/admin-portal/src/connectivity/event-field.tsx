import { useApi } from '@gatehouse/react'
import { type FieldExtras, fieldProps } from '@gatehouse/ui'
import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { offerOf } from '../shared/freshness'
import { useT } from './connectivity.texts'
import { eventGroups } from './event-groups'
import { eventsQuery } from './subscriptions.queries'

type EventFieldProps = Omit<FieldExtras, 'optional'> &
  Pick<SelectProps, 'ref' | 'onBlur' | 'readOnly'> & {
    value: string
    onChange: (key: string) => void
  }

/** One event, by category. */
export function EventField({ label, help, error, value, onChange, ...input }: EventFieldProps) {
  const t = useT()
  const { data: events = [], isPending, failure } = offerOf(useQuery(eventsQuery(useApi())))
  return (
    <Select
      {...fieldProps({ label, help, error: error ?? failure?.message })}
      {...input}
      value={value || null}
      onChange={(key) => onChange(key ?? '')}
      placeholder={t('form.eventPlaceholder')}
      data={eventGroups(events)}
      searchable
      allowDeselect={false}
      maxDropdownHeight={280}
      disabled={isPending}
    />
  )
}
