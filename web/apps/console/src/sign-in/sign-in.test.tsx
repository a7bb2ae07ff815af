import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import { fieldsOf, knownRows, providerEntry } from './providers'

const server = cannedServer(...boot({}))
const TABLE = '*/vendor/resources/configuration/v1/:table'

type Values = Record<string, unknown>
const POLICIES: Values = {
  lockout_enabled: true,
  lockout_max_attempts: 5,
  block_breached_passwords: true,
  password_history_enabled: false,
  password_history_size: 5,
  mfa_enforcement: 'DontForce',
  mfa_remember_device: false,
  mfa_device_seconds: 1_209_600,
}
const SIGN_IN: Values = { auth_strategy: 'EmailAndPassword', allow_signups: true, unlock_by_mail: false }

/** Serves the tables of the document and applies changes. Returns the requests. */
function withTables(tables: Record<string, Values>) {
  const asked: unknown[] = []
  server.use(
    http.get(TABLE, ({ params }) =>
      HttpResponse.json({ table: params.table, values: tables[String(params.table)] ?? {} }),
    ),
    http.patch(TABLE, async ({ request, params }) => {
      const table = String(params.table)
      const body = (await request.json()) as { values: Values; remove: string[] }
      asked.push([table, body.values, body.remove])
      tables[table] = { ...tables[table], ...body.values }
      return HttpResponse.json({ table, values: tables[table] })
    }),
  )
  return asked
}

test('the redirect after sign-in is set and cleared', async () => {
  const user = userEvent.setup()
  const asked = withTables({ sign_in: { ...SIGN_IN }, policies: { ...POLICIES } })
  renderConsole('/sign-in/ways', { server })
  const card = await screen.findByRole('region', { name: 'Redirects' })
  const field = within(card).getByLabelText(/Default redirect after sign-in/)
  await user.type(field, '/oauth/portal')
  await user.click(within(card).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Settings saved')).toBeVisible()
  await user.clear(field)
  await user.click(within(card).getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(asked).toEqual([
      ['sign_in', { home_url: '/oauth/portal' }, []],
      ['sign_in', {}, ['home_url']],
    ]),
  )
})

test('only changed fields are sent, and each switch explains its effect', async () => {
  const user = userEvent.setup()
  const asked = withTables({ policies: { ...POLICIES }, sign_in: { ...SIGN_IN } })
  renderConsole('/sign-in/passwords', { server })
  const lockout = await screen.findByRole('region', { name: 'Lockout' })
  expect(within(lockout).getByText(/Active sessions are not affected/)).toBeVisible()
  const attempts = within(lockout).getByLabelText('Failed attempts allowed')
  await user.clear(attempts)
  await user.type(attempts, '7')
  await user.click(within(lockout).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(asked).toEqual([['policies', { lockout_max_attempts: 7 }, []]])
})

test('what is out of bounds is said before it is sent, what the server refuses at its field', async () => {
  const user = userEvent.setup()
  withTables({ policies: { ...POLICIES }, sign_in: { ...SIGN_IN } })
  renderConsole('/sign-in/passwords', { server })
  const rules = await screen.findByRole('region', { name: 'Password policy' })
  const length = within(rules).getByLabelText('Minimum length')
  await user.type(length, '3')
  await user.click(within(rules).getByRole('button', { name: 'Save changes' }))
  expect(await within(rules).findByText('Enter a number from 8 to 64')).toBeVisible()

  server.use(
    http.patch(TABLE, () =>
      HttpResponse.json(
        {
          errors: ['policies.password_min_length: too short for this deployment'],
          errorCode: 'vendor.document_refused',
          errorCodes: ['vendor.document_refused'],
          context: { problems: ['policies.password_min_length: too short for this deployment'] },
        },
        { status: 400 },
      ),
    ),
  )
  await user.clear(length)
  await user.type(length, '9')
  await user.click(within(rules).getByRole('button', { name: 'Save changes' }))
  expect(await within(rules).findByText('too short for this deployment')).toBeVisible()
})

test('second factors are offered by kind', async () => {
  const user = userEvent.setup()
  const asked = withTables({ policies: { ...POLICIES }, second_factors: { mfa_strategies: ['SMS', 'EmailCode'] } })
  renderConsole('/sign-in/factors', { server })
  const card = await screen.findByRole('region', { name: 'Available methods' })
  await user.click(within(card).getByRole('checkbox', { name: 'Text message' }))
  await user.click(within(card).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['second_factors', { mfa_strategies: ['EmailCode'] }, []]]))
})

test('a captcha is made where there was none', async () => {
  const user = userEvent.setup()
  const asked: unknown[] = []
  const PATH = '*/configurations/v1/captcha-policy'
  server.use(
    http.get(PATH, () => refusal(404, 'captcha.missing', 'None yet')),
    http.post(PATH, async ({ request }) => {
      const body = (await request.json()) as Values
      asked.push(body)
      return HttpResponse.json(
        {
          id: 'c1',
          provider: 'altcha',
          enabled: true,
          siteKey: '',
          secretKey: '',
          minScore: 0.5,
          ignoredEmails: [],
          createdAt: '2026-01-01T00:00:00Z',
          updatedAt: '2026-01-01T00:00:00Z',
        },
        { status: 201 },
      )
    }),
  )
  renderConsole('/sign-in/captcha', { server })
  await user.click(await screen.findByRole('switch', { name: 'Require a CAPTCHA' }))
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('CAPTCHA saved')).toBeVisible()
  expect(asked).toMatchObject([{ enabled: true, provider: 'altcha', secretKey: '' }])
})

test('a provider is set up, and one keeps its secret when something else is changed', async () => {
  const user = userEvent.setup()
  const asked = withTables({ social: { github: { client_id: 'hub', active: true } }, custom_social: {} })
  renderConsole('/sign-in/social', { server })
  await user.click(await screen.findByRole('button', { name: 'Set up Google' }))
  const made = await screen.findByRole('dialog', { name: 'Sign in with Google' })
  await user.type(within(made).getByLabelText('Client ID'), '1234')
  await user.type(within(made).getByLabelText('Client secret'), 'ours')
  await user.click(within(made).getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(asked).toEqual([
      ['social', { google: { client_id: '1234', client_secret: 'ours', active: true, trusts_addresses: false } }, []],
    ]),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Actions for GitHub' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const edit = await screen.findByRole('dialog', { name: 'Sign in with GitHub' })
  await user.click(within(edit).getByRole('switch', { name: 'Active' }))
  await user.click(within(edit).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked[1]).toEqual(['social', { github: { active: false } }, []]))
})

test('what a provider needs besides is said at the field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const asked = withTables({ social: {}, custom_social: {} })
  renderConsole('/sign-in/social', { server })
  await user.click(await screen.findByRole('button', { name: 'Set up Facebook' }))
  const made = await screen.findByRole('dialog', { name: 'Sign in with Facebook' })
  await user.type(within(made).getByLabelText('Client ID'), '1234')
  await user.click(within(made).getByRole('button', { name: 'Save changes' }))
  expect(await within(made).findByText('This field is required')).toBeVisible()
  expect(within(made).getByText(/does not report whether email addresses are verified/)).toBeVisible()
  await user.type(within(made).getByLabelText('Client secret'), 'ours')
  await user.click(within(made).getByRole('switch', { name: 'Trust email addresses from this provider' }))
  expect(asked).toEqual([])
  await user.click(within(made).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  await user.click(screen.getByRole('button', { name: 'Add provider' }))
  const own = await screen.findByRole('dialog', { name: 'Add provider' })
  await user.type(within(own).getByLabelText('Key'), 'partner')
  await user.type(within(own).getByLabelText('Button label'), 'Partner')
  await user.type(within(own).getByLabelText('Client ID'), '1234')
  await user.click(within(own).getByRole('button', { name: 'Save changes' }))
  expect(await within(own).findByText('Enter either the issuer or the three URLs')).toBeVisible()
  await user.type(within(own).getByLabelText(/Token URL/), 'https://partner.test/token')
  await user.click(within(own).getByRole('button', { name: 'Save changes' }))
  expect(await within(own).findAllByText('This field is required')).toHaveLength(2)
  expect(asked).toHaveLength(1)
})

test('the redirect URL is cleared, and scopes are added', async () => {
  const user = userEvent.setup()
  const asked = withTables({
    social: { github: { client_id: 'hub', redirect_url: 'https://shop.test/in' } },
    custom_social: {},
  })
  renderConsole('/sign-in/social', { server })
  await user.click(await screen.findByRole('button', { name: 'Actions for GitHub' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Sign in with GitHub' }))
  await user.clear(edit.getByLabelText(/Redirect URL/))
  await user.type(edit.getByLabelText(/Additional scopes/), 'repo{enter}gist')
  await user.click(edit.getByRole('button', { name: 'Save changes' }))
  const saved = { github: { redirect_url: '', additional_scopes: ['repo', 'gist'] } }
  await waitFor(() => expect(asked).toEqual([['social', saved, []]]))
})

test('what the product hides, and which sites bring the session, is set', async () => {
  const user = userEvent.setup()
  const asked = withTables({ sign_in: { ...SIGN_IN, force_permissions: true }, policies: { ...POLICIES } })
  renderConsole('/sign-in/ways', { server })
  const product = within(await screen.findByRole('region', { name: 'In your product' }))
  await user.click(product.getByRole('switch', { name: 'Hide content that users do not have permission to view' }))
  await user.click(product.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['sign_in', { force_permissions: false }, []]]))
  const sessions = within(screen.getByRole('region', { name: 'Sessions' }))
  await user.click(sessions.getByRole('combobox', { name: 'Session cookie SameSite policy' }))
  await user.click(await screen.findByRole('option', { name: 'None: all sites' }))
  await user.click(sessions.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked.at(-1)).toEqual(['policies', { cookie_same_site: 'NONE' }, []]))
})

test('a provider goes when its name was typed', async () => {
  const user = userEvent.setup()
  const asked = withTables({ social: { github: { client_id: 'hub' } }, custom_social: {} })
  renderConsole('/sign-in/social', { server })
  await user.click(await screen.findByRole('button', { name: 'Actions for GitHub' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = await screen.findByRole('dialog', { name: 'Remove GitHub?' })
  await user.type(within(question).getByRole('textbox'), 'GitHub')
  await user.click(within(question).getByRole('button', { name: 'Remove GitHub' }))
  await waitFor(() => expect(asked).toEqual([['social', {}, ['github']]]))
})

test('a read-only role sees the settings and changes nothing', async () => {
  withTables({ policies: { ...POLICIES }, sign_in: { ...SIGN_IN }, social: {}, custom_social: {} })
  renderConsole('/sign-in/passwords', { permissions: READ_ONLY, server })
  expect(await screen.findByText('Your role has read-only access.')).toBeVisible()
  for (const one of screen.getAllByRole('switch')) expect(one).toBeDisabled()
})

test('a provider has the fields that it takes', () => {
  expect(fieldsOf({ table: 'social', key: 'apple' })).toContain('team_id')
  expect(fieldsOf({ table: 'social', key: 'google' })).not.toContain('issuer')
  expect(fieldsOf({ table: 'custom_social', key: 'partner' })).toContain('issuer')
  expect(knownRows({}).every(({ provider }) => provider === undefined)).toBe(true)
  const emptied = { key: 'a', client_id: 'b', client_secret: '', issuer: '', directory: '', scopes: ['openid', ''] }
  expect(providerEntry(emptied, true)).toEqual({ client_id: 'b', scopes: ['openid'] })
  expect(providerEntry(emptied, false)).toEqual({ client_id: 'b', issuer: '', directory: 'common', scopes: ['openid'] })
})

test('one more provider does not take the place of one that has its name', async () => {
  const user = userEvent.setup()
  const asked = withTables({
    social: {},
    custom_social: { partner: { client_id: 'theirs', issuer: 'https://p.test' } },
  })
  renderConsole('/sign-in/social', { server })
  await user.click(await screen.findByRole('button', { name: 'Add provider' }))
  const own = await screen.findByRole('dialog', { name: 'Add provider' })
  await user.type(within(own).getByLabelText('Key'), 'partner')
  await user.type(within(own).getByLabelText('Button label'), 'Partner')
  await user.type(within(own).getByLabelText('Client ID'), '1234')
  await user.type(within(own).getByLabelText(/Issuer/), 'https://other.test')
  await user.click(within(own).getByRole('button', { name: 'Save changes' }))
  expect(await within(own).findByText(/Another provider uses this key/)).toBeVisible()
  expect(within(own).getByLabelText('Client ID')).toHaveValue('1234')
  expect(asked).toEqual([])
})

test('a concurrent change of a provider is reported at its field', async () => {
  const user = userEvent.setup()
  const tables: Record<string, Values> = { social: { github: { client_id: 'hub', active: true } }, custom_social: {} }
  const asked = withTables(tables)
  renderConsole('/sign-in/social', { server })
  await user.click(await screen.findByRole('button', { name: 'Actions for GitHub' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign in with GitHub' })
  tables.social = { github: { client_id: 'theirs', active: true } }
  await user.type(within(dialog).getByLabelText('Client ID'), '2')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/Another administrator changed this to “theirs”/)).toBeVisible()
  expect(asked).toEqual([])
})
