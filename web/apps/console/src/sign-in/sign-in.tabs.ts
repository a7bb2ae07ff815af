import { pageRoute } from '@gatehouse/admin-portal/kit'
import { loadChunk } from '@gatehouse/ui'
import { type AnyRoute, lazyRouteComponent, type RouteComponent } from '@tanstack/react-router'
import { t } from './sign-in.texts'

const cards = (page: 'WaysTab' | 'PasswordsTab' | 'FactorsTab' | 'SsoTab') =>
  lazyRouteComponent(() => loadChunk(() => import('./cards-tab')), page)

type Path = 'ways' | 'passwords' | 'factors' | 'captcha' | 'sso' | 'social'

const tab = (path: Path, page: RouteComponent) => ({
  path,
  label: () => t(`tabs.${path}`),
  route: (parent: () => AnyRoute) => pageRoute({ path, parent, page }),
})

export const TABS = {
  page: 'sign-in',
  tabs: [
    tab('ways', cards('WaysTab')),
    tab('passwords', cards('PasswordsTab')),
    tab('factors', cards('FactorsTab')),
    tab(
      'captcha',
      lazyRouteComponent(() => loadChunk(() => import('./captcha-tab')), 'CaptchaTab'),
    ),
    tab('sso', cards('SsoTab')),
    tab(
      'social',
      lazyRouteComponent(() => loadChunk(() => import('./social-tab')), 'SocialTab'),
    ),
  ],
}
