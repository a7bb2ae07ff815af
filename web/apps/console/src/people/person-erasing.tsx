import { Avatar } from '@gatehouse/ui'
import { Group, Stack, Text } from '@mantine/core'
import type { Person } from '../wire'
import { useT } from './erasure.texts'
import { nameOf } from './people.actions'
import { PersonStatus } from './person-status'

/** Replaces the details of a user whose data is being erased. */
export function PersonErasing({ person }: { readonly person: Person }) {
  const t = useT()
  return (
    <Stack gap="md">
      <Group gap="md">
        <Avatar name={nameOf(person)} size={56} />
        <PersonStatus person={person} />
      </Group>
      <Text>{t('nothingLeft')}</Text>
    </Stack>
  )
}
