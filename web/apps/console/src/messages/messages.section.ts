import { tabsRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { IconMail } from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import { consoleRoute } from '../console.route'
import type { Section } from '../section'
import { TABS } from './messages.tabs'
import { t } from './messages.texts'

export const messagesSection: Section = {
  path: 'messages',
  group: 'signIn',
  icon: IconMail,
  label: () => t('title'),
  permissions: ['vendor.read.configuration'],
  route: tabsRoute({
    ...TABS,
    path: 'messages',
    parent: () => consoleRoute,
    component: lazyRouteComponent(() => loadChunk(() => import('./messages-page')), 'MessagesPage'),
  }),
}
