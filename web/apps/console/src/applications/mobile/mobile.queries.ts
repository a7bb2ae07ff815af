import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { changeSettings, readSettings, settingsQuery } from '../../shared/settings.queries'
import { t } from './mobile.texts'

export type Platform = 'ios' | 'android'

/** An app of the document, by its name. */
export interface MobileApp {
  readonly platform: Platform
  readonly fingerprints?: string[]
}

export type MobileApps = Readonly<Record<string, MobileApp>>

export const TABLE = 'mobile_apps' as const

export const mobileAppsQuery = (api: ApiClient) => settingsQuery<MobileApps>(api, TABLE)
export const readMobileApps = (api: ApiClient) => readSettings<MobileApps>(api, TABLE)

export const saveApp = changeSettings(({ name = '' }) => t('saved', { name }))
export const removeApp = changeSettings(({ name = '' }) => t('removed', { name }))

export const appChange = (name: string, app: MobileApp) => ({ table: TABLE, values: { [name]: app }, name })

export const ADDRESSES = {
  ios: '/.well-known/apple-app-site-association',
  android: '/.well-known/assetlinks.json',
} as const

/** A change takes about a second to reach the association file. */
const LOOK_AGAIN_MS = 2000

/** Reads the file from the server; the browser would cache it for an hour. */
export const associationFileQuery = (api: ApiClient, platform: Platform) =>
  queryOptions({
    queryKey: ['told', platform],
    queryFn: ({ signal }) => unwrap(api.GET(ADDRESSES[platform], { signal, cache: 'no-store' })),
    refetchInterval: LOOK_AGAIN_MS,
  })
