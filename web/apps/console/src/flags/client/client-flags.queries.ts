import { type Action, defineAction } from '@gatehouse/admin-portal/kit'
import { type ApiClient, ApiError } from '@gatehouse/api'
import { changeSettings, patchSettings, readSettings, SETTINGS, settingsQuery } from '../../shared/settings.queries'
import { t } from './client-flags.texts'

export const TABLE = 'flags' as const

/** Values by flag name. */
export type ClientFlags = Readonly<Record<string, boolean>>

export const clientFlagsQuery = (api: ApiClient) => settingsQuery<ClientFlags>(api, TABLE)
export const readClientFlags = (api: ApiClient) => readSettings<ClientFlags>(api, TABLE)

export const addFlag = changeSettings(({ name = '' }) => t('added', { name }))
export const removeFlag = changeSettings(({ name = '' }) => t('removed', { name }))

export const flagChange = (name: string, on: boolean) => ({ table: TABLE, values: { [name]: on }, name })

/** Flags that the portal and the sign-in pages read. A flag that is not set is off. */
export const KNOWN = ['show-passkeys-new', 'multi-apps-admin-portal', 'fe-usage-page'] as const

/** All flags, known ones first. */
export const rowsOf = (flags: ClientFlags): [name: string, on: boolean][] =>
  Object.entries({ ...Object.fromEntries(KNOWN.map((name) => [name, false])), ...flags })

const isKnown = (name: string) => KNOWN.some((one) => one === name)

/** Needs no conflict check: concurrent switches have the same goal. A removed flag is not created again. */
export const switchFlag = (name: string): Action<boolean> =>
  defineAction({
    async call(api, on: boolean) {
      if (!isKnown(name) && !(name in (await readClientFlags(api)))) throw new ApiError(409, '', [t('gone')])
      return patchSettings(api, flagChange(name, on))
    },
    invalidates: [SETTINGS],
  })
