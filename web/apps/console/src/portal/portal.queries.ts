import type { ApiClient } from '@gatehouse/api'
import { changeSettings, readSettings, settingsQuery } from '../shared/settings.queries'
import { type Navigation, navigationEntry, type PageName } from './pages'
import { t } from './portal.texts'

interface PortalTable {
  readonly adminBox?: { readonly configuration?: { readonly navigation?: Navigation } }
}

export const navigationQuery = (api: ApiClient) => ({
  ...settingsQuery<PortalTable>(api, 'portal'),
  select: navigationOf,
})

export const readNavigation = async (api: ApiClient): Promise<Navigation> =>
  navigationOf(await readSettings<PortalTable>(api, 'portal'))

function navigationOf(table: PortalTable): Navigation {
  return table.adminBox?.configuration?.navigation ?? {}
}

export const savePages = changeSettings(() => t('saved'))

/** Keeps all other settings of the portal. */
export function navigationChange(navigation: Navigation, changed: Partial<Record<PageName, boolean>>) {
  const entries = Object.entries(changed).map(([page, shown]) => [
    page,
    navigationEntry(navigation, page as PageName, shown),
  ])
  return {
    table: 'portal' as const,
    values: { adminBox: { configuration: { navigation: Object.fromEntries(entries) } } },
  }
}
