import { useApi } from '@gatehouse/react'
import { type Column, timeColumn } from '@gatehouse/ui'
import { Stack, Text } from '@mantine/core'
import { useMemo } from 'react'
import { Person } from '../shared/person'
import { Link } from '../shared/router'
import { SectionTable } from '../shared/section-table'
import type { PersonBelow } from '../wire'
import classes from './security-center.module.css'
import { type Preset, peopleQuery, peopleTable } from './security-center.queries'
import { useT } from './security-center.texts'

type Name = 'breached' | 'unenrolled' | 'inactive'

export const BreachedTab = () => <PeopleTable name="breached" preset="breached-passwords" />
export const UnenrolledTab = () => <PeopleTable name="unenrolled" preset="mfa-unenrolled" />
export const InactiveTab = () => <PeopleTable name="inactive" preset="inactive" />

function PeopleTable({ name, preset }: { name: Name; preset: Preset }) {
  const t = useT()
  const api = useApi()
  return (
    <Stack gap="md">
      <Text c="dimmed">{t(`people.${name}.help`)}</Text>
      <SectionTable
        id={`security-center-${name}`}
        label={t(`tabs.${name}`)}
        table={peopleTable}
        query={(state) => peopleQuery(api, preset, state)}
        columns={useColumns()}
        rowLabel={nameOf}
        searchLabel={t('people.search')}
        empty={{ drawing: 'people', title: t(`people.${name}.empty`), children: t(`people.${name}.emptyHelp`) }}
      />
    </Stack>
  )
}

const nameOf = ({ name, email }: PersonBelow) => name || email

function useColumns(): Column<PersonBelow>[] {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'person',
        header: t('people.person'),
        sortable: 'name',
        cell: (person) => (
          <Person
            name={nameOf(person)}
            email={person.name ? person.email : undefined}
            picture={person.profilePictureUrl}
          >
            <Link to={`/users/${person.id}`} className={classes.link}>
              {nameOf(person)}
            </Link>
          </Person>
        ),
      },
      timeColumn('joined', t('people.joined'), ({ joinedAt }) => joinedAt, { sortable: 'joinedAt' }),
      timeColumn('seen', t('people.seen'), ({ lastLogin }) => lastLogin, {
        sortable: 'lastLogin',
        never: t('people.never'),
      }),
    ],
    [t],
  )
}
