import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { t } from './messages.texts'

const tab = (path: 'mail' | 'sms' | 'senders', page: RouteComponent) => ({
  path,
  label: () => t(`tabs.${path}`),
  route: (parent: () => AnyRoute) => pageRoute({ path, parent, page }),
})

export const TABS = {
  page: 'messages',
  tabs: [
    tab(
      'mail',
      lazyRouteComponent(() => loadChunk(() => import('./mail-tab')), 'MailTab'),
    ),
    tab(
      'sms',
      lazyRouteComponent(() => loadChunk(() => import('./sms-tab')), 'SmsTab'),
    ),
    tab(
      'senders',
      lazyRouteComponent(() => loadChunk(() => import('./senders-tab')), 'SendersTab'),
    ),
  ],
}
