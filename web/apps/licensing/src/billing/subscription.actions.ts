import { defineAction } from '@gatehouse/admin-portal/action'
import { type components, unwrap } from '@gatehouse/api'
import type { QueryClient } from '@tanstack/react-query'
import { t } from '../texts'
import { t as billingText } from './billing.texts'
import type { License } from './licenses.queries'
import { pollAfterPayment } from './poll-after-payment'

type QuotedChange = components['schemas']['LicenseChange']

interface LicenseUpdate {
  readonly license: License
  readonly change: QuotedChange
}

export const changeLicense = defineAction({
  call: (api, { license, change }: LicenseUpdate) =>
    unwrap(api.PATCH('/api/v1/licenses/{license_id}', { ...licensePath(license), body: change })),
  invalidates: [],
  updateCache: updateLicense,
})

export const cancelLicense = defineAction({
  call: (api, license: License) => unwrap(api.POST('/api/v1/licenses/{license_id}/cancel', licensePath(license))),
  invalidates: [],
  updateCache: updateLicense,
  done: ({ billing }) => t(billing?.status.type === 'paused' ? 'cancel.doneNow' : 'cancel.done'),
})

export const resumeLicense = defineAction({
  call: (api, license: License) => unwrap(api.POST('/api/v1/licenses/{license_id}/resume', licensePath(license))),
  invalidates: [],
  updateCache: updateLicense,
  done: () => t('resume.done'),
})

/** Takes back a reduction that would come with the next period. */
export const cancelScheduledSeats = defineAction({
  call: (api, license: License) =>
    unwrap(api.DELETE('/api/v1/licenses/{license_id}/scheduled-seats', licensePath(license))),
  invalidates: [],
  updateCache: updateLicense,
  done: () => billingText('when.kept'),
})

const licensePath = ({ id }: License) => ({ params: { path: { license_id: id } } })

/** Each of these calls answers with the license as it is now. */
function updateLicense(queryClient: QueryClient, license: License): void {
  // Its cost is requested again where it is shown next.
  void queryClient.invalidateQueries({ queryKey: ['change-preview', license.id], refetchType: 'none' })
  pollAfterPayment(queryClient, 'billing-information')
  queryClient.setQueryData<License[]>(['licenses'], (all) => all?.map((one) => (one.id === license.id ? license : one)))
}
