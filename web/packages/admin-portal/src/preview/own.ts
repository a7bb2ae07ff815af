import type { LoginSession, PhoneNumber } from '../wire'
import { type Answers, withBody } from './answers'
import { ago, change, newId, remove, TENANT_ID, VENDOR_ID } from './sample'
import type { World } from './world'

const ACCOUNT = {
  id: TENANT_ID,
  tenantId: TENANT_ID,
  vendorId: VENDOR_ID,
  deletedAt: null,
  name: 'Example Company',
  metadata: '{}',
  isReseller: true,
  hasCustomLogin: false,
  createdAt: ago(400),
  updatedAt: ago(30),
}

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1 Version/19.0 Mobile Safari/604.1'

const session = (userAgent: string, days: number, current: boolean): LoginSession => ({
  id: newId(),
  userAgent,
  ipAddress: '203.0.113.7',
  createdAt: ago(days),
  expires: ago(days - 30),
  impersonated: false,
  current,
})

/** The signed-in user of the preview: the first user, with every permission. */
export function own(world: World): Answers {
  return { ...person(world), ...signIn() }
}

function person({ users }: World): Answers {
  const me = () => {
    const { roleIds, joinedAt, permissions, groups, tenants, ...facts } = users[0] as World['users'][number]
    const all = { id: newId(), key: 'fe.*', name: 'Everything', description: '', categoryId: newId() }
    return {
      ...facts,
      mfaBypass: false,
      tenants: [],
      groups: [],
      metadata: facts.metadata,
      permissions: [
        {
          ...all,
          fePermission: true,
          assignmentType: 'ALWAYS',
          roleIds: [],
          createdAt: ago(400),
          updatedAt: ago(400),
        },
      ],
    }
  }
  return {
    'GET /identity/resources/users/v2/me': me,
    'PUT /identity/resources/users/v2/me': withBody<{ name?: string; phoneNumber?: string; metadata?: string }>(
      ({ body: { name, phoneNumber, metadata } }) => {
        const [self] = users
        change(users, (user) => user.id === self?.id, {
          ...(name && { name }),
          ...(phoneNumber !== undefined && { phoneNumber }),
          ...(metadata !== undefined && { metadata }),
        })
        return me()
      },
    ),
    'GET /identity/resources/users/v3/me/tenants': () => ({ tenants: [ACCOUNT], activeTenant: ACCOUNT }),
    'GET /identity/resources/users/v1/passwords/config': () => ({
      minLength: 15,
      maxLength: 256,
      allowPassphrases: true,
      minPhraseLength: 15,
    }),
  }
}

function signIn(): Answers {
  const sessions = [session(CHROME, 0.1, true), session(PHONE, 4, false)]
  const devices = [{ id: newId(), deviceType: 'Platform', createdAt: ago(40) }]
  const phones: PhoneNumber[] = [
    {
      id: newId(),
      userId: newId(),
      phoneNumber: '+15550109999',
      verified: true,
      createdAt: ago(90),
      updatedAt: ago(90),
    },
  ]
  const SESSIONS = '/identity/resources/users/sessions/v1/me'
  return {
    [`GET ${SESSIONS}`]: () => sessions,
    [`DELETE ${SESSIONS}/all`]: () => void sessions.splice(1),
    [`DELETE ${SESSIONS}/{session_id}`]: ({ path }) => remove(sessions, ({ id }) => id === path.session_id),
    'GET /identity/resources/users/v1/mfa/devices': () => ({
      webauthn: [],
      phones: [],
      authenticators: [{ id: newId() }],
      emails: [],
    }),
    'GET /identity/resources/configurations/v1/mfa/strategies': () => ({
      strategies: ['AuthenticatorApp', 'SMS', 'EmailCode', 'WebAuthnPlatform'].map((strategy) => ({
        strategy,
        isActive: true,
      })),
    }),
    'GET /identity/resources/users/webauthn/v1/devices': () => ({ devices }),
    'DELETE /identity/resources/users/webauthn/v1/devices/{device_id}': ({ path }) =>
      remove(devices, ({ id }) => id === path.device_id),
    'GET /identity/resources/users/phone-numbers/v1/me': () => phones,
    'GET /identity/resources/configurations/v1/auth/strategies/public': () => ({
      mainAuthStrategies: [{ strategy: 'EmailAndPassword' }],
      secondaryAuthStrategies: [{ strategy: 'Passkeys', isActive: true }],
    }),
    'GET /identity/resources/oauth/consents/v1/me': () => [],
    'GET /notification': () => [],
    'GET /metadata/ip/{ip}': ({ path }) => place(path.ip),
    'GET /metadata/ipme': () => place('203.0.113.7'),
  }
}

const place = (ip = '') => ({
  ip,
  country_code: 'DE',
  country_name: 'Germany',
  city: 'Berlin',
  zip: null,
  latitude: null,
  longitude: null,
  location: { country_flag_emoji: '🇩🇪' },
})
