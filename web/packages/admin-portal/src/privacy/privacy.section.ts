import { loadChunk } from '@gatehouse/ui'
import { IconLock } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { Section } from '../section'
import { pageRoute } from '../shared/section-routes'
import { sessionsQuery } from './privacy.queries'
import { t } from './privacy.texts'

/** The user's own sign-in; the policy for all users is in the security section, behind its permission. */
export const privacySection: Section = {
  key: 'privacy',
  path: 'privacy',
  group: 'you',
  icon: IconLock,
  label: () => t('title'),
  visibility: 'always',
  route: pageRoute({
    path: 'privacy',
    page: lazyRouteComponent(() => loadChunk(() => import('./privacy-page')), 'PrivacyPage'),
    load: ({ api, queryClient }) => queryClient.prefetchQuery(sessionsQuery(api)),
  }),
}
