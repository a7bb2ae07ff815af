import { loadChunk } from '@gatehouse/ui'
import { IconUserCircle } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { pageRoute } from '../shared/section-routes'
import { t } from './profile.texts'

export const profileSection: Section = {
  key: 'profile',
  path: 'profile',
  group: 'you',
  icon: IconUserCircle,
  label: () => t('title'),
  visibility: 'always',
  route: pageRoute({
    path: 'profile',
    page: lazyRouteComponent(() => loadChunk(() => import('./profile-page')), 'ProfilePage'),
  }),
}
