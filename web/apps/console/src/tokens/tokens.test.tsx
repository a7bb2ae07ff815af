import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { TokenRule, TokenTemplate } from '../wire'

const server = cannedServer(...boot({}))
const AT = '2026-01-01T00:00:00Z'
const ACME = '00000000-0000-4000-8000-000000000001'

const template = (key: string, facts: Partial<TokenTemplate> = {}): TokenTemplate => ({
  id: `t-${key}`,
  vendorId: 'v1',
  key,
  name: `${key} customers`,
  description: null,
  expiration: 600,
  algorithm: 'RS256',
  templateSchema: { claims: { segment: key } },
  createdAt: AT,
  updatedAt: AT,
  ...facts,
})
const rule = (treatment: string, ...list: string[]): TokenRule => ({
  conditionLogic: 'and',
  conditions: [{ attribute: 'userEmail', op: 'ends_with', negate: false, value: { list } }],
  treatment,
})

/** Serves templates and rules, and applies changes. Without rules, none exist on the server. Returns the requests. */
function withTokens({ templates = [template('gold')], rules }: { templates?: TokenTemplate[]; rules?: TokenRule[] }) {
  const asked: unknown[] = []
  let now = rules
  const told = () => ({ id: ACME, createdAt: AT, updatedAt: AT, targeting: { rules: now } })
  const keep = async (request: Request) => {
    now = ((await request.json()) as { rules: TokenRule[] }).rules
    asked.push([request.method, now])
  }
  server.use(
    http.get('*/jwt-templates/v1', () =>
      HttpResponse.json({ items: templates, _metadata: { totalItems: templates.length, totalPages: 1 } }),
    ),
    http.post('*/jwt-templates/v1', async ({ request }) => {
      const body = (await request.json()) as TokenTemplate
      asked.push(['POST', body])
      templates.push(template(body.key, body))
      return HttpResponse.json(templates.at(-1), { status: 201 })
    }),
    http.put('*/jwt-templates/v1/:id', async ({ request, params }) => {
      const body = (await request.json()) as Partial<TokenTemplate>
      asked.push(['PUT', body])
      return HttpResponse.json({ ...templates.find(({ id }) => id === params.id), ...body })
    }),
    http.delete('*/jwt-templates/v1/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      return new HttpResponse(null, { status: 204 })
    }),
    http.get('*/jwt-template-targeting', () =>
      now ? HttpResponse.json(told()) : refusal(404, 'jwt_targeting.not_found', 'No targeting rules exist yet'),
    ),
    http.post('*/jwt-template-targeting', async ({ request }) => {
      await keep(request)
      return HttpResponse.json(told(), { status: 201 })
    }),
    http.put('*/jwt-template-targeting', async ({ request }) => {
      await keep(request)
      return new HttpResponse(null, { status: 200 })
    }),
    http.get('*/tenants/v2', () =>
      HttpResponse.json({
        items: [
          {
            id: ACME,
            tenantId: ACME,
            vendorId: 'v1',
            name: 'Acme',
            status: 'active',
            metadata: '{}',
            isReseller: false,
            hasCustomLogin: false,
            createdAt: AT,
            updatedAt: AT,
          },
        ],
        _metadata: { totalItems: 1, totalPages: 1 },
      }),
    ),
  )
  const overtake = (next: TokenRule[]) => {
    now = next
  }
  return { asked, overtake }
}

async function rulesPage(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('tab', { name: 'Targeting rules' }))
  return within(await screen.findByRole('region', { name: 'Targeting rules' }))
}

test('a template is made; its claims are checked where they are typed, and a token with them is shown', async () => {
  const user = userEvent.setup()
  const { asked } = withTokens({ templates: [] })
  renderConsole('/tokens', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create template' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create template' }))
  expect(dialog.getByText(/HS256\) is not supported/)).toBeVisible()
  await user.type(dialog.getByLabelText('Name'), 'Gold')
  await user.type(dialog.getByLabelText('Key'), 'gold key')
  const claims = dialog.getByLabelText('Claims (JSON)')
  fireEvent.change(claims, { target: { value: '{ "roles": ["Admin"] }' } })
  expect(dialog.queryByRole('region', { name: 'Token preview' })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Create template' }))
  expect(await dialog.findByText('“roles” is set by the server and cannot be changed')).toBeVisible()
  expect(dialog.getByText(/^Use 1 to 100 letters/)).toBeVisible()
  expect(asked).toEqual([])
  fireEvent.change(claims, { target: { value: '{ "hello": "Hello {{user.name}}" }' } })
  const preview = await dialog.findByRole('region', { name: 'Token preview' })
  expect(preview).toHaveTextContent('"hello": "Hello Ada Example"')
  await user.clear(dialog.getByLabelText('Key'))
  await user.type(dialog.getByLabelText('Key'), 'gold')
  await user.click(dialog.getByRole('button', { name: 'Create template' }))
  expect(await screen.findByText(/^Gold created/)).toBeVisible()
  const body = {
    name: 'Gold',
    key: 'gold',
    description: null,
    expiration: 300,
    algorithm: 'RS256',
    templateSchema: { claims: { hello: 'Hello {{user.name}}' } },
  }
  expect(asked).toEqual([['POST', body]])
})

test('the details list the rules that use it; a concurrent change is reported at its field', async () => {
  const user = userEvent.setup()
  const templates = [template('gold')]
  const { asked } = withTokens({ templates, rules: [rule('silver', '@a.test'), rule('gold', '@b.test')] })
  renderConsole('/tokens/t-gold', { server })
  const drawer = within(await screen.findByRole('dialog', { name: 'gold customers' }))
  expect(await drawer.findByText(/^Used by rules: 2\./)).toBeVisible()
  expect(drawer.getByRole('region', { name: 'Token preview' })).toHaveTextContent('"segment": "gold"')
  await user.click(drawer.getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit gold customers' }))
  templates[0] = template('gold', { name: 'Theirs' })
  await user.type(dialog.getByLabelText('Name'), ' mine')
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/Another administrator changed this to “Theirs”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('gold customers mine updated')).toBeVisible()
  expect(asked).toEqual([['PUT', { name: 'gold customers mine' }]])
})

test('one that a rule names does not go, which is said; any other goes when its name was typed', async () => {
  const user = userEvent.setup()
  const { asked } = withTokens({})
  const inUse = 'A rule uses this template. Change the rules first.'
  server.use(http.delete('*/jwt-templates/v1/:id', () => refusal(409, 'jwt_templates.in_use', inUse), { once: true }))
  const { place } = renderConsole('/tokens/t-gold', { server })
  const drawer = within(await screen.findByRole('dialog', { name: 'gold customers' }))
  await user.click(await drawer.findByRole('button', { name: 'Delete' }))
  const question = within(await screen.findByRole('dialog', { name: 'Delete gold customers?' }))
  await user.type(question.getByRole('textbox'), 'gold customers')
  await user.click(question.getByRole('button', { name: 'Delete gold customers' }))
  expect(await question.findByText(inUse)).toBeVisible()
  await user.click(question.getByRole('button', { name: 'Delete gold customers' }))
  await waitFor(() => expect(asked).toEqual([['DELETE', 't-gold']]))
  await waitFor(() => expect(place()).toBe('/tokens'))
})

test('the first rules are made, for a tenant that is found by its name', async () => {
  const user = userEvent.setup()
  const { asked } = withTokens({})
  const { place } = renderConsole('/tokens', { server })
  const card = await rulesPage(user)
  expect(place()).toBe('/tokens/rules')
  await user.click(card.getByRole('button', { name: 'Add rule' }))
  await user.click(await screen.findByRole('button', { name: 'Save changes' }))
  expect(await card.findByText('Rule 1, condition 1: enter at least one value')).toBeVisible()
  await user.click(card.getByRole('combobox', { name: 'Add tenant' }))
  await user.click(await screen.findByRole('option', { name: 'Acme' }))
  expect(await card.findByRole('button', { name: 'Remove Acme' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(/^Rules saved/)).toBeVisible()
  const conditions = [{ attribute: 'tenantId', op: 'in_list', negate: false, value: { list: [ACME] } }]
  expect(asked).toEqual([['POST', [{ conditionLogic: 'and', conditions, treatment: 'gold' }]]])
})

test('rules are reordered, and a concurrent change is reported instead of overwritten', async () => {
  const user = userEvent.setup()
  const [one, two] = [rule('gold', '@a.test'), rule('gold', '@b.test')]
  const { asked, overtake } = withTokens({ rules: [one, two] })
  renderConsole('/tokens/rules', { server })
  const card = within(await screen.findByRole('region', { name: 'Targeting rules' }))
  await user.click(card.getByRole('button', { name: 'Move rule 2 up' }))
  overtake([two])
  await user.click(await screen.findByRole('button', { name: 'Save changes' }))
  expect(await card.findByText(/^Another administrator changed this/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['PUT', [two, one]]]))
})

test('a read-only role sees both and changes nothing', async () => {
  const user = userEvent.setup()
  withTokens({ rules: [rule('gold', '@a.test')] })
  renderConsole('/tokens', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('row', { name: /gold customers/ })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Create template' })).toBeNull()
  expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
  const card = await rulesPage(user)
  expect(card.getByText('Rule 1')).toBeVisible()
  expect(screen.getByText('Your role has read-only access.')).toBeVisible()
  expect(card.queryByRole('button')).toBeNull()
  expect(card.getByLabelText('Values, one per line')).toHaveAttribute('readonly')
})
