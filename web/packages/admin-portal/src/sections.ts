import { IconBuilding, IconLock, IconShieldCheck, IconUserCircle, IconUsers } from '@tabler/icons-react'
import { accountRoute } from './account/account.route'
import { t as account } from './account/account.texts'
import { privacyRoute } from './privacy/privacy.route'
import { t as privacy } from './privacy/privacy.texts'
import { profileRoute } from './profile/profile.route'
import { t as profile } from './profile/profile.texts'
import { rolesRoute } from './roles/roles.route'
import { t as roles } from './roles/roles.texts'
import type { Section } from './section'
import { usersRoute } from './users/users.route'
import { t as users } from './users/users.texts'

/** Every section there is, in the order of the navigation. A new section is a folder of its own and an entry here. */
export const SECTIONS: readonly Section[] = [
  {
    key: 'profile',
    path: 'profile',
    group: 'you',
    icon: IconUserCircle,
    label: () => profile('title'),
    visibility: 'always',
    route: profileRoute,
  },
  {
    key: 'privacy',
    path: 'privacy',
    group: 'you',
    icon: IconLock,
    label: () => privacy('title'),
    visibility: 'always',
    route: privacyRoute,
  },
  {
    key: 'account',
    path: 'account',
    group: 'organization',
    icon: IconBuilding,
    label: () => account('title'),
    visibility: 'always',
    permissions: ['fe.secure.read.accountSettings'],
    route: accountRoute,
  },
  {
    key: 'users',
    path: 'users',
    group: 'organization',
    icon: IconUsers,
    label: () => users('title'),
    visibility: 'always',
    permissions: ['fe.secure.read.users'],
    route: usersRoute,
  },
  {
    key: 'roles',
    path: 'roles',
    group: 'organization',
    icon: IconShieldCheck,
    label: () => roles('title'),
    visibility: 'hidden',
    permissions: ['fe.secure.read.roles'],
    route: rolesRoute,
  },
]
