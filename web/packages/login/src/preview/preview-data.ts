import { createSession, type Environment, type LoginAnswer } from '@gatehouse/sdk'
import type { Patch } from '../flow/flow'
import type { LoginFacts } from '../login/facts'
import type { LoginSettings } from '../settings'

export const EMAIL = 'ada@example.com'
const PHONE = '+1*********199'
/** A placeholder for the QR code. */
const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#fff" d="M0 0h8v8H0z"/><path d="M1 1h2v2H1zm4 0h2v2H5zM1 5h2v2H1zm3-1h1v1H4zm1 1h2v2H5z"/></svg>',
)}`

const challenge: LoginAnswer & { mfaToken: string } = {
  mfaRequired: true,
  mfaToken: 'preview',
  qrCode: PICTURE,
  setupUri: 'otpauth://totp/Northwind:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Northwind',
  mfaStrategies: ['AuthenticatorApp', 'WebAuthnPlatform', 'WebAuthnCrossPlatform', 'SMS', 'EmailCode'],
  mfaDevices: {
    webauthn: [],
    authenticators: [{ id: 'app' }],
    phones: [{ id: 'phone', phoneNumber: PHONE }],
    emails: [{ email: EMAIL }],
  },
}

/** Every fact that any step requires. */
export const FACTS: Patch<LoginFacts> = {
  email: EMAIL,
  address: 'https://example.com',
  number: PHONE,
  failure: 'Your company denied access.',
  quickUserId: 'preview',
  challenge,
  factor: { kind: 'authenticator' },
  device: { kind: 'webauthn', id: 'key', to: 'Key' },
  phone: { phoneNumber: PHONE, otcToken: 'preview' },
  enrolled: { recoveryCode: '7K2M-Q9XD-4TVB' },
  link: { userId: 'preview', token: 'preview' },
  loginAnswer: {},
}

export const createPreviewSettings = (product: string, all: LoginSettings): LoginSettings => ({
  ...all,
  vendor: { ...all.vendor, name: product },
  allowSignups: true,
})

const EMPTY_STORAGE: Environment['storage'] = {
  getItem: () => null,
  setItem: () => undefined,
  removeItem: () => undefined,
  keys: () => [],
}

/** Creates a session that makes no requests, stores nothing and does not navigate. */
export const createPreviewSession = () =>
  createSession({
    environment: {
      fetch: () => Promise.resolve(Response.json({})),
      storage: EMPTY_STORAGE,
      tabStorage: EMPTY_STORAGE,
      navigate: () => undefined,
      onAwake: () => () => undefined,
      locks: undefined,
      openChannel: undefined,
    },
  })
