import type {
  CountryConfig,
  DomainConfig,
  DomainRestriction,
  HistoryPolicy,
  IpConfig,
  IpRestriction,
  LockoutPolicy,
  MfaPolicy,
  SessionConfiguration,
} from '../wire'
import { type Answers, withBody } from './answers'
import { ago, newId, pageOf, remove } from './sample'
import type { World } from './world'

const RULES = '/identity/resources/configurations/v1'

/** Rules of sign-in, who may come in from where, and how safe that is. */
export function security(world: World): Answers {
  return { ...policies(), ...addresses(), ...domains(), ...countries(), ...center(world) }
}

function policies(): Answers {
  // As sessions are at first (admin portal spec §9).
  let sessions: SessionConfiguration = {
    sessionTimeoutConfiguration: { isActive: true, timeout: 7_776_000 },
    sessionIdleTimeoutConfiguration: { isActive: true, timeout: 3600 },
    sessionConcurrentConfiguration: { isActive: false, maxSessions: 10 },
  }
  let mfa: MfaPolicy = { enforceMFAType: 'DontForce', allowRememberMyDevice: true, mfaDeviceExpiration: 1_209_600 }
  let lockout: LockoutPolicy = { enabled: true, maxAttempts: 10 }
  let history: HistoryPolicy = { enabled: false, historySize: 5 }
  return {
    'GET /identity/resources/configurations/sessions/v1': () => sessions,
    'POST /identity/resources/configurations/sessions/v1': withBody<SessionConfiguration>(({ body }) => {
      sessions = { ...sessions, ...body }
    }),
    [`GET ${RULES}/mfa-policy`]: () => mfa,
    [`POST ${RULES}/mfa-policy`]: withBody<Partial<MfaPolicy>>(({ body }) => {
      mfa = { ...mfa, ...body }
      return mfa
    }),
    [`GET ${RULES}/lockout-policy`]: () => lockout,
    [`POST ${RULES}/lockout-policy`]: withBody<Partial<LockoutPolicy>>(({ body }) => {
      lockout = { ...lockout, ...body }
      return lockout
    }),
    [`GET ${RULES}/password-history-policy`]: () => history,
    [`POST ${RULES}/password-history-policy`]: withBody<Partial<HistoryPolicy>>(({ body }) => {
      history = { ...history, ...body }
      return history
    }),
  }
}

const OWN = '203.0.113.7'

function addresses(): Answers {
  const IP = `${RULES}/restrictions/ip`
  let config: IpConfig = { isActive: false, strategy: 'ALLOW' }
  const rule = (ip: string, description: string, strategy: IpRestriction['strategy'] = 'ALLOW'): IpRestriction => ({
    id: newId(),
    ip,
    strategy,
    isActive: true,
    description,
    createdAt: ago(0),
    updatedAt: ago(0),
  })
  const all = [rule('198.51.100.0/24', 'Office'), rule('2001:db8:40::/48', 'VPN')]
  return {
    [`GET ${IP}/config`]: () => config,
    [`POST ${IP}/config`]: withBody<Partial<IpConfig>>(({ body }) => {
      config = { ...config, ...body }
      return config
    }),
    [`GET ${IP}`]: ({ query }) =>
      pageOf(
        all.filter(({ strategy }) => strategy === (query.get('_filter') ?? strategy)),
        query,
      ),
    [`POST ${IP}`]: withBody<Pick<IpRestriction, 'ip' | 'description' | 'strategy'>>(({ body }) => {
      const made = rule(body.ip, body.description, body.strategy)
      all.push(made)
      return made
    }),
    [`POST ${IP}/current`]: () => {
      const made = rule(OWN, 'My IP')
      all.push(made)
      config = { isActive: true, strategy: 'ALLOW' }
      return made
    },
    [`POST ${IP}/verify/allow`]: () => ({ valid: all.some(({ ip }) => ip === OWN) }),
    [`DELETE ${IP}/{restriction_id}`]: ({ path }) => remove(all, ({ id }) => id === path.restriction_id),
  }
}

function domains(): Answers {
  const DOMAINS = '/identity/resources/configurations/restrictions/v1/email-domain'
  let config: DomainConfig = { active: false, listType: 'ALLOW', blockPublicDomains: false }
  const items: DomainRestriction[] = [{ id: newId(), domain: 'example.com', type: 'ALLOW' }]
  return {
    [`GET ${DOMAINS}/config`]: () => config,
    [`POST ${DOMAINS}/config`]: withBody<Partial<DomainConfig> & { type?: DomainConfig['listType'] }>(
      ({ body: { type, ...rest } }) => {
        config = { ...config, ...rest, ...(type && { listType: type }) }
        return config
      },
    ),
    [`GET ${DOMAINS}`]: () => ({ items }),
    [`POST ${DOMAINS}`]: withBody<Omit<DomainRestriction, 'id'>>(({ body }) => {
      const made = { id: newId(), ...body }
      items.push(made)
      return made
    }),
    [`DELETE ${DOMAINS}/{restriction_id}`]: ({ path }) => remove(items, ({ id }) => id === path.restriction_id),
  }
}

function countries(): Answers {
  const COUNTRIES = '/security-engines/resources/policies/v1/country-restriction'
  let config: CountryConfig = {
    enabled: false,
    action: 'ALLOW',
    failStrategy: 'ALLOW',
    shouldSendRestrictionEmail: false,
    isAvailable: true,
    ownCountry: 'DE',
  }
  let listed = [{ id: 'DE', countryCode: 'DE' }]
  type Change = Partial<CountryConfig> & { readonly countries?: readonly { readonly countryCode: string }[] }
  return {
    [`GET ${COUNTRIES}`]: () => config,
    [`GET ${COUNTRIES}/countries`]: () => listed,
    [`POST ${COUNTRIES}`]: withBody<Change>(({ body: { countries: given, ...rest } }) => {
      config = { ...config, ...rest }
      if (given) listed = given.map(({ countryCode }) => ({ id: countryCode, countryCode }))
      return config
    }),
  }
}

function center({ users }: World): Answers {
  const metadata = {
    totalUsers: users.length,
    mfa: { enrolledUsersCount: users.filter(({ mfaEnrolled }) => mfaEnrolled).length },
    inactivity: { staleUsersCount: 1 },
    password: { breachedPasswordUsersCount: 1, historyRecommendations: 5, userLockoutRecommendation: 5 },
    sessions: {
      configuredSessionSettings: 2,
      forceReloginRecommendation: 86_400,
      concurrencyRecommendation: 5,
      idleTimeoutRecommendation: 1800,
    },
    restrictions: { ipsCount: 2, domainsCount: 1 },
  }
  const advice = (code: string, severity: string, category: string, points: number) => ({
    code,
    severity,
    category,
    points,
    metadata,
  })
  return {
    'GET /security-center/resources/recommendations/v1': () => ({
      scoring: { score: 62 },
      recommendations: {
        items: [
          advice('FORCE_MFA', 'SEVERE', 'MFA', 20),
          advice('BREACHED_PASSWORDS_EXIST', 'SEVERE', 'PASSWORD', 8),
          advice('SET_IDLE_SESSION', 'WARNING', 'SESSIONS', 5),
          advice('CONFIGURE_SSO', 'INFO', 'SSO', 5),
        ],
      },
    }),
    'GET /security-center/resources/insights/v1': () => ({
      insights: {
        items: [
          { code: 'PARTIAL_MFA_USAGE', category: 'MFA', metadata },
          { code: 'PARTIAL_SESSION_SETTINGS', category: 'SESSIONS', metadata },
          { code: 'BREACHED_PASSWORD_USERS_EXIST', category: 'PASSWORD', metadata },
          { code: 'NO_IP_RESTRICTIONS', category: 'IP', metadata },
        ],
      },
    }),
    'POST /identity/resources/users/v1/passwords/breached/reset/bulk': () => undefined,
  }
}
