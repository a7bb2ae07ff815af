import { InstantToggle, usePermissions } from '@gatehouse/admin-portal/kit'
import { Stack, Title } from '@mantine/core'
import type { Person } from '../wire'
import { nameOf, setInvisible, setSuperUser } from './people.actions'
import { useT } from './people.texts'

/** Rights across tenants, which only owners can change. */
export function PersonRights({ person }: { readonly person: Person }) {
  const t = useT()
  const isOwner = usePermissions()('vendor.write.staff')
  const name = nameOf(person)
  if (!isOwner) return null
  return (
    <Stack component="section" gap="md" aria-labelledby="person-rights">
      <Title order={3} size="h3" id="person-rights">
        {t('rights.title')}
      </Title>
      <InstantToggle
        label={t('rights.superUser')}
        help={t('rights.superUserHelp')}
        checked={person.superUser}
        action={setSuperUser(person)}
        done={(is) => t(is ? 'rights.superUserOn' : 'rights.superUserOff', { name })}
      />
      <InstantToggle
        label={t('rights.invisible')}
        help={t('rights.invisibleHelp')}
        checked={person.invisible}
        action={setInvisible(person)}
        done={(is) => t(is ? 'rights.invisibleOn' : 'rights.invisibleOff', { name })}
      />
    </Stack>
  )
}
