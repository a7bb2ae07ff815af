import { type ApiClient, unwrap } from '@gatehouse/api'
import { defineAction } from '../../shared/action'
import { signalPasskeys } from '../../shared/passkey-signals'
import type { MfaStrategy } from '../../wire'
import { askKey, makeKey } from '../key'
import { t } from '../privacy.texts'
import { FACTORS, type Factor, isKey } from './factors.queries'

/** What the server asks back for: a picture to scan, or the token of a code that it sent. */
export interface Asked {
  readonly qrCode?: string
  /** What that picture says. */
  readonly setupUri?: string
  readonly otcToken?: string
}

/** Only the first factor brings a recovery code. */
interface Added {
  readonly recoveryCode?: string | null
}

interface Beginning {
  readonly kind: MfaStrategy
  readonly phoneNumber?: string
}

// A change of factors ends the person's other sessions.
const invalidates = [FACTORS, ['sessions']]

export const beginFactor = defineAction({
  call(api, { kind, phoneNumber = '' }: Beginning): Promise<Asked> {
    if (kind === 'SMS') {
      return unwrap(api.POST('/identity/resources/users/v1/mfa/sms/enroll', { body: { phoneNumber } }))
    }
    if (kind === 'EmailCode') return unwrap(api.POST('/identity/resources/users/v1/mfa/emailcode/enroll'))
    return unwrap(api.POST('/identity/resources/users/v1/mfa/authenticator/enroll'))
  },
  invalidates: [],
})

interface Confirming {
  readonly kind: MfaStrategy
  readonly asked: Asked
  readonly code: string
}

export const confirmFactor = defineAction({
  call(api, { kind, asked, code }: Confirming): Promise<Added> {
    const body = { otcToken: asked.otcToken ?? '', code }
    if (kind === 'SMS') return unwrap(api.POST('/identity/resources/users/v1/mfa/sms/enroll/verify', { body }))
    if (kind === 'EmailCode') {
      return unwrap(api.POST('/identity/resources/users/v1/mfa/emailcode/enroll/verify', { body }))
    }
    const path = '/identity/resources/users/v1/mfa/authenticator/enroll/verify'
    return unwrap(api.POST(path, { body: { token: code } }))
  },
  invalidates,
  changesPerson: true,
  done: ({ kind }) => t('factors.added', { name: t(`factors.kinds.${kind}`) }),
})

export const addKey = defineAction({
  async call(api, kind: MfaStrategy): Promise<Added> {
    const { webauthnToken, options } = await unwrap(api.POST('/identity/resources/users/v1/mfa/webauthn/enroll'))
    const { id, response } = await makeKey(options)
    const deviceType = kind === 'WebAuthnPlatform' ? 'Platform' : 'CrossPlatform'
    const { clientDataJSON, attestationObject, transports = [] } = response
    const key = { id, response: { clientDataJSON, attestationObject, transports }, deviceType } as const
    return unwrap(
      api.POST('/identity/resources/users/v1/mfa/webauthn/enroll/verify', {
        body: { deviceType, webauthnToken, options: key },
      }),
    )
  },
  invalidates,
  changesPerson: true,
  done: (kind) => t('factors.added', { name: t(`factors.kinds.${kind}`) }),
})

/** Has the code sent with which the factor is removed. An app shows its own. */
export const beginRemoval = defineAction({
  async call(api, { kind, id }: Factor): Promise<Asked> {
    if (kind === 'SMS') {
      const params = { path: { device_id: id } }
      return unwrap(api.POST('/identity/resources/users/v1/mfa/sms/{device_id}/disable', { params }))
    }
    if (kind === 'EmailCode') return unwrap(api.POST('/identity/resources/users/v1/mfa/emailcode/disable'))
    return {}
  },
  invalidates: [],
})

interface Removing {
  readonly factor: Factor
  /** Without a proof the session must be stepped up. */
  readonly proof?: { readonly asked: Asked; readonly code: string }
}

export const removeFactor = defineAction({
  call: (api, { factor, proof }: Removing): Promise<unknown> => {
    const params = { path: { device_id: factor.id } }
    const sent = proof ? { otcToken: proof.asked.otcToken ?? '', code: proof.code } : {}
    if (isKey(factor.kind)) return removeKey(api, factor.id, proof !== undefined)
    if (factor.kind === 'SMS') {
      const path = '/identity/resources/users/v1/mfa/sms/{device_id}/disable/verify'
      return unwrap(api.POST(path, { params, body: sent }))
    }
    if (factor.kind === 'EmailCode') {
      return unwrap(api.POST('/identity/resources/users/v1/mfa/emailcode/disable/verify', { body: sent }))
    }
    const path = '/identity/resources/users/v1/mfa/authenticator/{device_id}/disable/verify'
    return unwrap(api.POST(path, { params, body: proof ? { token: proof.code } : {} }))
  },
  invalidates,
  changesPerson: true,
  done: ({ factor }) => t('factors.removed', { name: t(`factors.kinds.${factor.kind}`) }),
})

async function removeKey(api: ApiClient, id: string, shows: boolean): Promise<void> {
  await sendKeyRemoval(api, id, shows)
  void signalPasskeys(api)
}

async function sendKeyRemoval(api: ApiClient, id: string, shows: boolean): Promise<unknown> {
  const params = { path: { device_id: id } }
  const path = '/identity/resources/users/v1/mfa/webauthn/{device_id}/disable/verify'
  if (!shows) return unwrap(api.POST(path, { params, body: {} }))
  const begun = await unwrap(api.POST('/identity/resources/users/v1/mfa/webauthn/{device_id}/disable', { params }))
  const { id: keyId, response } = await askKey(begun.options)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  const used = { clientDataJSON, authenticatorData, signature, userHandle: userHandle ?? null }
  const options = { id: keyId, response: used }
  return unwrap(api.POST(path, { params, body: { webauthnToken: begun.webauthnToken, options } }))
}

export const renewRecoveryCode = defineAction<void, Added>({
  call: (api) => unwrap(api.POST('/identity/resources/users/v1/mfa/recovery-code')),
  invalidates: [],
})
