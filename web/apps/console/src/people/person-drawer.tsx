import { DetailsDrawer, useParams } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { useQuery } from '@tanstack/react-query'
import { useConsoleContext } from '../use-console-context'
import { nameOf } from './people.actions'
import { personQuery } from './people.queries'
import { useT } from './people.texts'
import { PersonDetails } from './person-details'
import { PersonErasing } from './person-erasing'

export function PersonDrawer() {
  const t = useT()
  const { id = '' } = useParams()
  const { queryClient } = useConsoleContext()
  const person = useQuery(personQuery(useApi(), queryClient, id))
  return (
    <DetailsDrawer
      title={person.data ? nameOf(person.data) : t('drawer.title')}
      query={person}
      tablePath="/people"
      gone={{ drawing: 'people', title: t('drawer.gone'), children: t('drawer.goneHelp') }}
    >
      {(shown) => (shown.erasingSince ? <PersonErasing person={shown} /> : <PersonDetails person={shown} />)}
    </DetailsDrawer>
  )
}
