import { type ApiClient, unwrap } from '@gatehouse/api'
import { queryOptions } from '@tanstack/react-query'
import { defineAction } from '../../shared/action'
import { t } from '../privacy.texts'

const PHONES = ['phone-numbers']

export const phonesQuery = (api: ApiClient) =>
  queryOptions({
    queryKey: PHONES,
    queryFn: ({ signal }) => unwrap(api.GET('/identity/resources/users/phone-numbers/v1/me', { signal })),
  })

interface CodeProof {
  readonly otcToken: string
  readonly code: string
}

/** Adds the number, and has a code sent there. */
export const addPhone = defineAction({
  call: (api, phoneNumber: string) =>
    unwrap(api.POST('/identity/resources/users/phone-numbers/v1', { body: { phoneNumber, verify: true } })),
  invalidates: [PHONES],
})

export const sendPhoneCode = defineAction({
  call: (api, phoneNumber: string) =>
    unwrap(api.POST('/identity/resources/users/phone-numbers/v1/preverify', { body: { phoneNumber } })),
  invalidates: [],
})

export const verifyPhone = defineAction({
  call: (api, body: CodeProof) => unwrap(api.POST('/identity/resources/users/phone-numbers/v1/verify', { body })),
  invalidates: [PHONES],
  done: () => t('phones.verified'),
})

/** An unverified number is deleted at once; for a verified one a code is sent first. */
export const beginPhoneRemoval = defineAction({
  call: (api, phoneId: string) => {
    const params = { path: { phone_id: phoneId } }
    return unwrap(api.DELETE('/identity/resources/users/phone-numbers/v1/{phone_id}', { params }))
  },
  invalidates: [PHONES],
  done: (_, { otcToken }) => (otcToken ? undefined : t('phones.removed')),
})

export const removePhone = defineAction({
  call: (api, { phoneId, ...body }: CodeProof & { readonly phoneId: string }) => {
    const params = { path: { phone_id: phoneId } }
    return unwrap(api.POST('/identity/resources/users/phone-numbers/v1/{phone_id}/delete/verify', { params, body }))
  },
  invalidates: [PHONES],
  done: () => t('phones.removed'),
})
