import type { Environment } from '@gatehouse/sdk'
import { SECTIONS } from '../sections'
import { account } from './account'
import { type Answers, findAnswer, PreviewError } from './answers'
import { billing } from './billing'
import { developers } from './developers'
import { own } from './own'
import { people } from './people'
import { TENANT_ID } from './sample'
import { security } from './security'
import { signOn } from './sign-on'
import { createWorld, type World } from './world'

/** How long each answer takes, so that what is shown meanwhile is seen too (admin portal spec §9). */
const DELAY_MS = 500

const LOOKS = ['/vendors/public', '/metadata', '/flags']

/** What the vendor has switched on for people does not hide anything here. */
const FLAGS = { 'fe-usage-page': 'on', 'show-passkeys-new': 'on' }

const SHOWN = { visibility: 'always', featureFlag: '' }
const HIDDEN = { visibility: 'hidden' }

/** As the vendor shows them, or hides them. */
const AS_SAID = ['profile', 'privacy', 'account', 'users', 'audits']
/** There to be seen, whatever the vendor has chosen so far. */
const ALWAYS = [
  'usage',
  'allUsers',
  'groups',
  'roles',
  'security',
  'securityCenter',
  'allAccounts',
  'sso',
  'provisioning',
  'webhooks',
  'connectivity',
  'apiTokens',
  'personalApiTokens',
  'subscriptions',
]

/** The pages that have samples. */
export const PREVIEWED: readonly string[] = [...AS_SAID, ...ALWAYS]

type Fetch = Environment['fetch']

interface PreviewOptions {
  /** Reaches the server, for the vendor's looks and words. */
  readonly passed?: Fetch
  readonly delay?: number
}

/** The server of a preview: it answers from samples, and keeps what is changed as long as the page is there. */
export function createPreviewFetch({ passed = globalFetch, delay = DELAY_MS }: PreviewOptions = {}): Fetch {
  const world = createWorld()
  const answers: Answers = {
    ...entry(world),
    ...own(world),
    ...people(world),
    ...account(world),
    ...security(world),
    ...developers(world),
    ...signOn(world),
    ...billing(),
  }
  return answerFrom(answers, passed, delay)
}

const globalFetch: Fetch = (input, init) => globalThis.fetch(input, init)

function answerFrom(answers: Answers, passed: Fetch, delay: number): Fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const pathname = url.pathname.replace(/^\/frontegg/, '')
    const isOfAudits = url.searchParams.get('entityName') === 'audits'
    if (LOOKS.includes(pathname))
      return isOfAudits ? Response.json({ rows: [] }) : looks(pathname, await passed(request))
    await new Promise((resolve) => setTimeout(resolve, delay))
    return answer(answers, request, pathname, url.searchParams)
  }
}

async function answer(answers: Answers, request: Request, pathname: string, query: URLSearchParams): Promise<Response> {
  const found = findAnswer(answers, request.method, pathname)
  if (!found) return refusal(403, 'The preview leaves this out')
  const text = await request.text()
  const body = text ? (JSON.parse(text) as never) : ({} as never)
  try {
    const said = found.answer({ path: found.path, query, body })
    return said === undefined ? new Response(null) : Response.json(said)
  } catch (error) {
    if (error instanceof PreviewError) return refusal(error.status, error.message)
    throw error
  }
}

const refusal = (status: number, text: string) =>
  Response.json({ errors: [text], errorCode: 'preview', errorCodes: ['preview'], context: {} }, { status })

/** As the vendor has set it, with every page to be seen. */
async function looks(pathname: string, given: Response): Promise<Response> {
  if (!given.ok || pathname === '/vendors/public') return given
  const said = (await given.json()) as { rows?: { configuration?: { navigation?: object } }[] }
  if (pathname === '/flags') return Response.json({ ...said, ...FLAGS })
  const navigation = Object.fromEntries([
    ...SECTIONS.filter(({ key }) => !PREVIEWED.includes(key)).map(({ key }) => [key, HIDDEN]),
    ...ALWAYS.map((page) => [page, SHOWN]),
  ])
  const rows = (said.rows ?? []).map((row) => ({
    ...row,
    configuration: { ...row.configuration, navigation: { ...row.configuration?.navigation, ...navigation } },
  }))
  return Response.json({ rows })
}

function entry({ users }: World): Answers {
  const [self] = users
  const part = (claims: object) =>
    btoa(JSON.stringify(claims)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
  const expiresIn = 86_400
  const token = () => {
    const now = Math.floor(Date.now() / 1000)
    const claims = { sub: self?.id, tenantId: TENANT_ID, tenantIds: [TENANT_ID], iat: now, exp: now + expiresIn }
    return `${part({ alg: 'none' })}.${part({ ...claims, email: self?.email, name: self?.name })}.preview`
  }
  return {
    'POST /identity/resources/auth/v1/user/token/refresh': () => ({
      tokenType: 'bearer',
      accessToken: token(),
      expiresIn,
      mfaRequired: false,
    }),
    'POST /identity/resources/auth/v1/logout': () => undefined,
    'PUT /identity/resources/users/v1/tenant': () => undefined,
  }
}
