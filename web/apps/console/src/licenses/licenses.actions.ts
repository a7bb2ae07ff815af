import { defineAction } from '@gatehouse/admin-portal/kit'
import { unwrap } from '@gatehouse/api'
import { KEY, type LicenseRow } from './licenses.queries'
import { t } from './licenses.texts'

const PATH = '/tenants/resources/licenses/v1'
const invalidates = [KEY]
const pathParams = ({ fingerprint }: LicenseRow) => ({ params: { path: { fingerprint } } })

export interface NewLicense {
  readonly tenantId: string
  readonly seats: number
  readonly licenseType: string
  readonly name: string
  /** A day, or empty. */
  readonly until: string
  readonly reference: string
  readonly billingEmail: string
}

export const issueLicense = defineAction({
  call(api, { tenantId, seats, licenseType, ...texts }: NewLicense) {
    const given = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ''))
    return unwrap(api.POST(PATH, { body: { tenantId, seats, licenseType, ...given } }))
  },
  invalidates,
  done: (_, { name, tenantName }) => t('issue.done', { name, tenant: tenantName }),
})

interface Change {
  readonly license: LicenseRow
  readonly values: { readonly name?: string; readonly seats?: number }
}

export const changeLicense = defineAction({
  call: (api, { license, values }: Change) =>
    unwrap(api.PATCH(`${PATH}/{fingerprint}`, { ...pathParams(license), body: values })),
  invalidates,
  done: (_, { name }) => t('edit.done', { name }),
})

export const extendLicense = defineAction({
  call: (api, { license, until }: { readonly license: LicenseRow; readonly until: string }) =>
    unwrap(api.POST(`${PATH}/{fingerprint}/extend`, { ...pathParams(license), body: { until: until || null } })),
  invalidates,
  done: ({ license: { name }, until }) => t(until ? 'extend.done' : 'extend.undone', { name }),
})

export const suspendLicense = defineAction({
  call: (api, license: LicenseRow) => unwrap(api.POST(`${PATH}/{fingerprint}/suspend`, pathParams(license))),
  invalidates,
  done: ({ name }) => t('suspend.done', { name }),
})

export const restoreLicense = defineAction({
  call: (api, license: LicenseRow) => unwrap(api.POST(`${PATH}/{fingerprint}/restore`, pathParams(license))),
  invalidates,
  done: ({ name }) => t('restore.done', { name }),
  refused: ({ name }, reason) => t('restore.refused', { name, reason }),
})

export const revokeLicense = defineAction({
  call: (api, license: LicenseRow) => unwrap(api.POST(`${PATH}/{fingerprint}/revoke`, pathParams(license))),
  invalidates,
  done: ({ name }) => t('revoke.done', { name }),
})

export const rotateKey = defineAction({
  call: (api, { license, overlapHours }: { readonly license: LicenseRow; readonly overlapHours: number }) =>
    unwrap(api.POST(`${PATH}/{fingerprint}/rotate-key`, { ...pathParams(license), body: { overlapHours } })),
  invalidates,
})

/** Runs the import in a transaction that is rolled back, to preview its result. */
export const checkFile = defineAction({
  call: (api, csv: string) => unwrap(api.POST(`${PATH}/import`, { body: { csv, dryRun: true } })),
  invalidates: [],
  isLocal: true,
})

export const importFile = defineAction({
  call: (api, csv: string) => unwrap(api.POST(`${PATH}/import`, { body: { csv, dryRun: false } })),
  invalidates,
  done: (_, { made }) => t('import.done', { count: made.length }),
})
