import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconLogin2 } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './sign-in.tabs'
import { t } from './sign-in.texts'

export const signInSection: Section = {
  path: 'sign-in',
  group: 'signIn',
  icon: IconLogin2,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tabsRoute({
    ...TABS,
    path: 'sign-in',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./sign-in-page')), 'SignInPage'),
  }),
}
