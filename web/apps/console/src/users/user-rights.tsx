import { InstantToggle, usePermissions } from '@gatehouse/admin-portal/kit'
import { Stack, Title } from '@mantine/core'
import type { VendorUser } from '../wire'
import { nameOf, setInvisible, setSuperUser } from './users.actions'
import { useT } from './users.texts'

/** Rights across tenants, which only owners can change. */
export function UserRights({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const isOwner = usePermissions()('vendor.write.staff')
  const name = nameOf(user)
  if (!isOwner) return null
  return (
    <Stack component="section" gap="md" aria-labelledby="person-rights">
      <Title order={3} size="h3" id="person-rights">
        {t('rights.title')}
      </Title>
      <InstantToggle
        label={t('rights.superUser')}
        help={t('rights.superUserHelp')}
        checked={user.superUser}
        action={setSuperUser(user)}
        done={(is) => t(is ? 'rights.superUserOn' : 'rights.superUserOff', { name })}
      />
      <InstantToggle
        label={t('rights.invisible')}
        help={t('rights.invisibleHelp')}
        checked={user.invisible}
        action={setInvisible(user)}
        done={(is) => t(is ? 'rights.invisibleOn' : 'rights.invisibleOff', { name })}
      />
    </Stack>
  )
}
