import { defineAction } from '@gatehouse/admin-portal/action'
import { type ApiClient, unwrap } from '@gatehouse/api'
import { saveFile } from '@gatehouse/ui'
import { t } from './billing.texts'

export const revealKey = defineAction({
  async call(api, fingerprint: string) {
    const params = { path: { license_id: fingerprint } }
    return (await unwrap(api.POST('/api/v1/licenses/{license_id}/key', { params }))).key
  },
  invalidates: [],
})

interface KeyRotation {
  readonly fingerprint: string
  /** How long the current key still works beside the new one. */
  readonly overlapHours: number
}

export const rotateKey = defineAction({
  call: (api, { fingerprint, overlapHours }: KeyRotation) =>
    unwrap(
      api.POST('/api/v1/licenses/{license_id}/key/rotate', {
        params: { path: { license_id: fingerprint } },
        body: { overlapHours },
      }),
    ),
  invalidates: [],
})

export const downloadLicenseFile = defineAction({
  async call(api, fingerprint: string) {
    saveFile(`${fingerprint}.license.json`, await signedFile(api, fingerprint), 'application/json')
  },
  invalidates: [],
})

interface RelayLicense {
  readonly fingerprint: string
  readonly relayKey: string
}

export const downloadRelayFile = defineAction({
  async call(api, { fingerprint, relayKey }: RelayLicense) {
    saveFile('license.json', await signedFile(api, fingerprint, relayKey), 'application/json')
  },
  invalidates: [],
  done: () => t('relay.saved'),
})

/** The signed license file; with a relay's key, for that relay alone. */
async function signedFile(api: ApiClient, fingerprint: string, relayKey?: string): Promise<string> {
  const params = { path: { license_id: fingerprint }, query: { relayKey } }
  return JSON.stringify(await unwrap(api.GET('/api/v1/licenses/{license_id}/file', { params })), null, 2)
}
