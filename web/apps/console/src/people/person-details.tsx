import { Actions, Facts } from '@gatehouse/admin-portal/kit'
import { Avatar, CopyButton, RelativeTime } from '@gatehouse/ui'
import { Group, Stack } from '@mantine/core'
import type { Person } from '../wire'
import { PersonContacts } from './contacts/person-contacts'
import { nameOf } from './people.actions'
import { useT } from './people.texts'
import { PersonRights } from './person-rights'
import { PersonSessions } from './person-sessions'
import { PersonStatus } from './person-status'
import { PersonTenants } from './person-tenants'
import { PersonWaysIn } from './person-ways-in'
import { usePersonActions } from './use-person-actions'

export function PersonDetails({ person }: { readonly person: Person }) {
  const t = useT()
  const { actionsFor, dialog } = usePersonActions()
  const lastLogin = person.lastLogin ? <RelativeTime value={person.lastLogin} /> : t('never')
  const yesNo = (is: boolean) => t(is ? 'drawer.yes' : 'drawer.no')
  return (
    <Stack gap="xl">
      <Group gap="md">
        <Avatar name={nameOf(person)} src={person.profilePictureUrl} size={56} />
        <PersonStatus person={person} />
      </Group>
      <Facts
        facts={[
          [
            t('drawer.email'),
            person.email,
            <CopyButton key="copy" value={person.email} label={t('drawer.copyEmail')} />,
          ],
          [t('drawer.username'), person.username],
          [t('drawer.phone'), person.phoneNumber],
          [t('drawer.verified'), yesNo(person.verified)],
          [t('drawer.twoFactor'), yesNo(person.mfaEnrolled)],
          [t('drawer.provider'), <code key="provider">{person.provider}</code>],
          [t('drawer.externalId'), person.externalId && <code key="external">{person.externalId}</code>],
          [t('columns.lastLogin'), lastLogin],
          [t('columns.createdAt'), <RelativeTime key="created" value={person.createdAt} />],
          [
            t('drawer.id'),
            <code key="id">{person.id}</code>,
            <CopyButton key="copy" value={person.id} label={t('drawer.copyId')} />,
          ],
        ]}
      />
      <Actions actions={actionsFor(person)} />
      <PersonContacts person={person} />
      <PersonTenants person={person} />
      <PersonSessions person={person} />
      <PersonWaysIn person={person} />
      <PersonRights person={person} />
      {dialog}
    </Stack>
  )
}
