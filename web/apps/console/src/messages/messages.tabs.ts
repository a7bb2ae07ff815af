import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadPart } from '@gatehouse/ui'
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
      lazyRouteComponent(() => loadPart(() => import('./mail-tab')), 'MailTab'),
    ),
    tab(
      'sms',
      lazyRouteComponent(() => loadPart(() => import('./sms-tab')), 'SmsTab'),
    ),
    tab(
      'senders',
      lazyRouteComponent(() => loadPart(() => import('./senders-tab')), 'SendersTab'),
    ),
  ],
}
