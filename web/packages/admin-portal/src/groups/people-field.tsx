import { useApi } from '@gatehouse/react'
import { Avatar, type FieldExtras, fieldProps } from '@gatehouse/ui'
import { MultiSelect, type MultiSelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offerOf } from '../shared/freshness'
import classes from './groups.module.css'
import { peopleQuery } from './groups.queries'
import { useT } from './groups.texts'

type PeopleFieldProps = Omit<FieldExtras, 'optional'> &
  Pick<MultiSelectProps, 'ref' | 'onBlur' | 'readOnly'> & {
    value: string[]
    onChange: (userIds: string[]) => void
    /** Who is in already. */
    without: readonly string[]
  }

interface Known {
  readonly name: string
  readonly email: string
  readonly picture: string | null
}

/** People of the organization, searched on the server: there may be a hundred thousand. */
export function PeopleField({ label, help, error, without, ...input }: PeopleFieldProps) {
  const t = useT()
  const [search, setSearch] = useState('')
  const [text] = useDebouncedValue(search, 200)
  const people = useQuery(peopleQuery(useApi(), text.trim()))
  const { data = [], failure } = offerOf(people)
  // A chosen user keeps their name when another search leaves them out.
  const [chosen, setChosen] = useState<ReadonlyMap<string, Known>>(new Map())
  const found = new Map<string, Known>([
    ...chosen,
    ...data
      .filter(({ id }) => !without.includes(id))
      .map(({ id, name, email, profilePictureUrl }): [string, Known] => [
        id,
        { name, email, picture: profilePictureUrl ?? null },
      ]),
  ])

  function choose(ids: string[]) {
    setChosen(new Map([...found].filter(([id]) => ids.includes(id))))
    input.onChange(ids)
  }
  return (
    <MultiSelect
      {...fieldProps({ label, help, error: error ?? failure?.message })}
      {...input}
      onChange={choose}
      data={[...found].map(([value, { name }]) => ({ value, label: name }))}
      placeholder={input.value.length === 0 ? t('members.placeholder') : undefined}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // What is listed was found on the server, also by address.
      filter={({ options }) => options.filter((one) => !('value' in one) || data.some(({ id }) => id === one.value))}
      hidePickedOptions
      nothingFoundMessage={people.isFetching ? undefined : t('members.nobodyFound')}
      data-autofocus
      renderOption={({ option }) => {
        const person = found.get(option.value)
        return (
          <div className={classes.group}>
            <Avatar name={option.label} src={person?.picture ?? null} size={28} />
            <span className={classes.text}>
              <span className={classes.name}>{option.label}</span>
              <span className={classes.description}>{person?.email}</span>
            </span>
          </div>
        )
      }}
    />
  )
}
