import { useApi } from '@gatehouse/react'
import { type FieldExtras, fieldProps } from '@gatehouse/ui'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { eventWords } from '../shared/event-names'
import { offerOf } from '../shared/freshness'
import { categoriesQuery } from './webhooks.queries'
import { useT } from './webhooks.texts'

type EventsFieldProps = Omit<FieldExtras, 'optional'> &
  Pick<MultiSelectProps, 'ref' | 'onBlur' | 'readOnly'> & {
    value: string[]
    onChange: (keys: string[]) => void
  }

/** Which events: some, or all of a category by its id. What is in a chosen category is not chosen beside it. */
export function EventsField({ label, help, error, value, onChange, ...input }: EventsFieldProps) {
  const t = useT()
  const { data: categories = [], isPending, failure } = offerOf(useQuery(categoriesQuery(useApi())))

  function change(next: string[]) {
    const whole = categories.filter(({ id }) => next.includes(id))
    const covered = new Set(whole.flatMap(({ events }) => events.map(({ key }) => key)))
    onChange(next.filter((key) => !covered.has(key)))
  }
  return (
    <MultiSelect
      {...fieldProps({ label, help, error: error ?? failure?.message })}
      {...input}
      value={value}
      onChange={change}
      placeholder={value.length === 0 ? t('form.eventsPlaceholder') : undefined}
      data={categories.map(({ id, name, events }) => ({
        group: eventWords(name),
        items: [
          { value: id, label: t('form.all', { name: eventWords(name) }) },
          ...events.map(({ key, displayName }) => ({ value: key, label: eventWords(displayName) })),
        ],
      }))}
      searchable
      clearable={false}
      maxDropdownHeight={280}
      disabled={isPending}
    />
  )
}
