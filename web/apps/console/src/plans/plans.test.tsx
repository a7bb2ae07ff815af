import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { Feature, Flag, Plan } from '../wire'

const server = cannedServer(...boot({}))
const AT = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }

const EXPORTS: Feature = {
  id: 'f1',
  vendorId: 'v1',
  name: 'Exports',
  key: 'exports',
  metadata: {},
  description: '',
  permissions: [],
  ...AT,
}
const TEAMS: Plan = {
  id: 'pl1',
  vendorId: 'v1',
  name: 'Teams',
  key: 'teams',
  description: '',
  metadata: {},
  defaultTreatment: 'false',
  defaultTimeLimitation: 30,
  assignOnSignup: true,
  licenseTypes: [],
  rules: [],
  featureKeys: ['exports'],
  ...AT,
}
const BETA: Flag = {
  id: 'fl1',
  name: 'Beta',
  on: true,
  offTreatment: 'false',
  defaultTreatment: 'false',
  feature: { id: 'f1', key: 'exports', name: 'Exports' },
  description: '',
  rules: [],
  ...AT,
}

/** Serves features, plans and flags. Returns the changes. */
function withSale({ features = [EXPORTS], plans = [TEAMS], flags = [BETA] } = {}) {
  const asked: unknown[] = []
  const note = async (request: Request, answer: object) => {
    asked.push([request.method, await request.json()])
    return HttpResponse.json(answer)
  }
  const list = (path: string, items: object[]) => http.get(path, () => HttpResponse.json({ items, hasNext: false }))
  const changed = (path: string, answer: object) => [
    http.post(path, ({ request }) => note(request, answer)),
    http.get(`${path}/:id`, () => HttpResponse.json(answer)),
    http.patch(`${path}/:id`, ({ request }) => note(request, answer)),
    http.delete(`${path}/:id`, ({ params }) => {
      asked.push(['DELETE', params.id])
      return new HttpResponse(null, { status: 200 })
    }),
  ]
  server.use(
    list('*/features/v1', features),
    list('*/plans/v1', plans),
    list('*/feature-flags/v1', flags),
    http.get('*/permissions/v1/categories', () => HttpResponse.json([])),
    ...changed('*/features/v1', EXPORTS),
    ...changed('*/plans/v1', TEAMS),
    ...changed('*/feature-flags/v1', BETA),
  )
  return asked
}

const open = async (user: ReturnType<typeof userEvent.setup>, name: string, action: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

test('a plan is made with features; without days it lasts for good', async () => {
  const user = userEvent.setup()
  const asked = withSale()
  renderConsole('/plans', { server })
  expect(await screen.findByRole('row', { name: /Teams.*30 days.*every new tenant/i })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Create plan' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create plan' })
  await user.type(within(dialog).getByLabelText('Name'), 'Solo')
  await user.click(within(dialog).getByRole('combobox', { name: 'Features' }))
  await user.click(await screen.findByRole('option', { name: 'Exports' }))
  await user.type(within(dialog).getByLabelText(/Price ID/), 'price_1Solo')
  await user.type(within(dialog).getByLabelText(/Trial period in days/), '14')
  await user.click(within(dialog).getByRole('button', { name: 'Create plan' }))
  expect(await screen.findByText('Solo created')).toBeVisible()
  expect(asked).toMatchObject([
    [
      'POST',
      {
        name: 'Solo',
        featureKeys: ['exports'],
        defaultTimeLimitation: null,
        rules: [],
        priceId: 'price_1Solo',
        trialDays: 14,
      },
    ],
  ])
})

test.each([
  ['hidden', true],
  ['byPermissions', false],
])('a plan with a price, where the page to buy it is %s', async (visibility, isWarned) => {
  withSale({ plans: [{ ...TEAMS, priceId: 'price_1Teams' }] })
  const values = { adminBox: { configuration: { navigation: { subscriptions: { visibility } } }, properties: [] } }
  const asked = vi.fn(() => HttpResponse.json({ table: 'portal', values }))
  server.use(http.get('*/vendor/resources/configuration/v1/portal', asked))
  renderConsole('/plans', { server })
  if (!isWarned) {
    await waitFor(() => expect(asked).toHaveBeenCalled())
    expect(await screen.findByRole('row', { name: /Teams/ })).toBeVisible()
    return expect(screen.queryByText('These plans are not for sale yet')).toBeNull()
  }
  expect(await screen.findByText('These plans are not for sale yet')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show it in the portal' })).toHaveAttribute('href', '/portal')
})

test('of a thousand features a select shows some, and typing finds the others', async () => {
  const user = userEvent.setup()
  const features = Array.from({ length: 1000 }, (_, at) => ({
    ...EXPORTS,
    id: `f${at}`,
    key: `f${at}`,
    name: `Feature ${at}`,
  }))
  withSale({ features })
  for (const [place, create, field] of [
    ['/plans', 'Create plan', 'Features'],
    ['/flags', 'Create feature flag', 'Feature'],
  ] as const) {
    const view = renderConsole(place, { server })
    await user.click(await screen.findByRole('button', { name: create }))
    const input = within(await screen.findByRole('dialog')).getByRole('combobox', { name: field })
    await user.click(input)
    expect(await screen.findByRole('option', { name: 'Feature 0' })).toBeVisible()
    expect(screen.getAllByRole('option')).toHaveLength(100)
    await user.type(input, '999')
    await user.click(await screen.findByRole('option', { name: 'Feature 999' }))
    view.unmount()
  }
})

test('a plan that lasted for a while lasts for good, and goes when its name was typed', async () => {
  const user = userEvent.setup()
  const asked = withSale()
  renderConsole('/plans', { server })
  await open(user, 'Teams', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Teams' })
  await user.clear(within(dialog).getByLabelText('Duration in days'))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Teams updated')).toBeVisible()
  expect(asked).toEqual([['PATCH', { defaultTimeLimitation: null }]])

  await open(user, 'Teams', 'Delete')
  const question = await screen.findByRole('dialog', { name: 'Delete Teams?' })
  await user.type(within(question).getByRole('textbox'), 'Teams')
  await user.click(within(question).getByRole('button', { name: 'Delete Teams' }))
  await waitFor(() => expect(asked).toContainEqual(['DELETE', 'pl1']))
})

test('a feature is made with its key, which then stays', async () => {
  const user = userEvent.setup()
  const asked = withSale()
  renderConsole('/features', { server })
  await user.click(await screen.findByRole('button', { name: 'Create feature' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create feature' })
  await user.type(within(dialog).getByLabelText('Name'), 'Sharing')
  await user.type(within(dialog).getByLabelText('Key'), 'not a key')
  await user.click(within(dialog).getByRole('button', { name: 'Create feature' }))
  const wrong = 'Use at most 100 letters, digits and the characters . : _ -'
  expect(await within(dialog).findByText(wrong)).toBeVisible()
  await user.clear(within(dialog).getByLabelText('Key'))
  await user.type(within(dialog).getByLabelText('Key'), 'sharing')
  await user.click(within(dialog).getByRole('button', { name: 'Create feature' }))
  expect(await screen.findByText('Sharing created')).toBeVisible()
  expect(asked).toEqual([['POST', { name: 'Sharing', key: 'sharing', description: '', permissions: [], metadata: {} }]])

  await open(user, 'Exports', 'Edit')
  const edit = await screen.findByRole('dialog', { name: 'Edit Exports' })
  expect(within(edit).queryByLabelText('Key')).toBeNull()
})

test('without read access to permissions a feature is created without them', async () => {
  const user = userEvent.setup()
  const asked = withSale()
  server.use(
    http.get('*/permissions/v1/categories', () => {
      asked.push('PERMISSIONS')
      return refusal(403, 'access.missing_permission', 'Not yours')
    }),
  )
  renderConsole('/features', { permissions: ['vendor.read.entitlements', 'vendor.write.entitlements'], server })
  await user.click(await screen.findByRole('button', { name: 'Create feature' }))
  const dialog = await screen.findByRole('dialog', { name: 'Create feature' })
  await user.type(within(dialog).getByLabelText('Name'), 'Sharing')
  expect(within(dialog).queryByLabelText(/Permissions/)).toBeNull()
  await user.type(within(dialog).getByLabelText('Key'), 'sharing')
  await user.click(within(dialog).getByRole('button', { name: 'Create feature' }))
  expect(await screen.findByText('Sharing created')).toBeVisible()
  expect(asked).toEqual([['POST', { name: 'Sharing', key: 'sharing', description: '', permissions: [], metadata: {} }]])
})

test('a feature that a plan holds stays, and it is said where to take it out', async () => {
  const user = userEvent.setup()
  withSale()
  server.use(
    http.delete('*/features/v1/:id', () =>
      refusal(400, 'vendor.document_refused', "plans.teams.features: there is no feature 'exports'"),
    ),
  )
  renderConsole('/features', { server })
  await open(user, 'Exports', 'Delete')
  const question = await screen.findByRole('dialog', { name: 'Delete Exports?' })
  await user.type(within(question).getByRole('textbox'), 'Exports')
  await user.click(within(question).getByRole('button', { name: 'Delete Exports' }))
  expect(
    await within(question).findByText('This feature is part of a plan. Remove it from the plan first.'),
  ).toBeVisible()
})

test('focus goes to a rule that is added, and stays at the rules when one goes, or one of its conditions', async () => {
  const user = userEvent.setup()
  withSale({ flags: [] })
  renderConsole('/flags', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create feature flag' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create feature flag' }))
  await user.click(dialog.getByRole('button', { name: 'Add rule' }))
  const rule = within(dialog.getByRole('group', { name: 'Rule 1' }))
  expect(rule.getByLabelText(/^Rule description/)).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Remove condition 1' }))
  expect(dialog.getByRole('button', { name: 'Add condition' })).toHaveFocus()
  await user.click(dialog.getByRole('button', { name: 'Remove rule 1' }))
  expect(dialog.getByRole('button', { name: 'Add rule' })).toHaveFocus()
})

test('a flag is made with a rule for some addresses', async () => {
  const user = userEvent.setup()
  const asked = withSale({ flags: [] })
  renderConsole('/flags', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create feature flag' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog', { name: 'Create feature flag' })
  await user.type(within(dialog).getByLabelText('Name'), 'Beta')
  await user.click(within(dialog).getByRole('combobox', { name: 'Feature' }))
  await user.click(await screen.findByRole('option', { name: 'Exports' }))
  await user.click(within(dialog).getByRole('button', { name: 'Add rule' }))
  await user.type(within(dialog).getByLabelText('Values, one per line'), '@acme.com{enter}@initech.com{enter}')
  await user.click(within(dialog).getByRole('button', { name: 'Create feature flag' }))
  expect(await screen.findByText('Beta created')).toBeVisible()
  expect(asked).toMatchObject([
    [
      'POST',
      {
        featureId: 'f1',
        on: true,
        rules: [
          {
            treatment: 'true',
            conditions: [
              {
                attribute: 'frontegg.email',
                attributeType: 'frontegg',
                op: 'ends_with',
                value: { list: ['@acme.com', '@initech.com'] },
              },
            ],
          },
        ],
      },
    ],
  ])
})

test('rules of a flag say what they are for, compare with any number, and change places', async () => {
  const user = userEvent.setup()
  const asked = withSale({ flags: [] })
  renderConsole('/flags', { server })
  await user.click((await screen.findAllByRole('button', { name: 'Create feature flag' }))[0] as HTMLElement)
  const dialog = within(await screen.findByRole('dialog', { name: 'Create feature flag' }))
  await user.type(dialog.getByLabelText('Name'), 'Beta')
  await user.click(dialog.getByRole('combobox', { name: 'Feature' }))
  await user.click(await screen.findByRole('option', { name: 'Exports' }))
  await user.click(dialog.getByRole('button', { name: 'Add rule' }))
  await user.type(dialog.getByLabelText(/^Rule description/), 'Everybody else')
  await user.click(dialog.getByRole('button', { name: 'Remove condition 1' }))
  await user.click(dialog.getByRole('button', { name: 'Add rule' }))
  await user.click(dialog.getByRole('combobox', { name: 'Attribute' }))
  await user.click(await screen.findByRole('option', { name: 'Custom attribute' }))
  fireEvent.change(dialog.getByLabelText('Attribute name'), { target: { value: 'jwt.load' } })
  await user.click(dialog.getByRole('combobox', { name: 'Operator' }))
  expect(screen.queryByRole('option', { name: 'is on (date)' })).toBeNull()
  await user.click(await screen.findByRole('option', { name: '≥' }))
  fireEvent.change(dialog.getByLabelText('Value'), { target: { value: '1.5' } })
  await user.click(dialog.getByRole('button', { name: 'Move rule 2 up' }))
  expect(dialog.getByRole('button', { name: 'Move rule 1 up' })).toHaveAttribute('aria-disabled', 'true')
  await user.click(dialog.getByRole('button', { name: 'Create feature flag' }))
  expect(await screen.findByText('Beta created')).toBeVisible()
  const condition = { attribute: 'jwt.load', op: 'greater_than_equal', value: { number: 1.5 } }
  expect(asked).toMatchObject([
    ['POST', { rules: [{ conditions: [condition] }, { description: 'Everybody else', conditions: [] }] }],
  ])
})

test('a pattern that the server refuses is named by its rule, with all that may stand in one', async () => {
  const user = userEvent.setup()
  withSale()
  const problem = 'features.exports.flag.rules.0.conditions.0: value of matches: at most 500 characters'
  server.use(
    http.patch('*/feature-flags/v1/:id', () =>
      HttpResponse.json(
        { errors: [problem], errorCode: 'vendor.document_refused', context: { problems: [problem] } },
        { status: 400 },
      ),
    ),
  )
  renderConsole('/flags', { server })
  await open(user, 'Beta', 'Edit')
  const dialog = await screen.findByRole('dialog', { name: 'Edit Beta' })
  await user.click(within(dialog).getByRole('button', { name: 'Add rule' }))
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/^Rule 1, condition 1: .* at most 500 characters/)).toBeVisible()
})

test.each([
  ['/plans', /Teams/],
  ['/features', /Exports/],
  ['/flags', /Beta/],
])('who may only read changes nothing at %s', async (path, name) => {
  withSale()
  renderConsole(path, { permissions: READ_ONLY, server })
  expect(await screen.findByRole('row', { name })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Create|Actions for/ })).toBeNull()
})

test.each([
  ['/plans', 'Teams'],
  ['/features', 'Exports'],
  ['/flags', 'Beta'],
])('metadata are JSON at %s, and what is wrong with them is said with its place', async (path, name) => {
  const user = userEvent.setup()
  const noted = { team: 'billing' }
  const asked = withSale({
    features: [{ ...EXPORTS, metadata: noted }],
    plans: [{ ...TEAMS, metadata: noted }],
    flags: [{ ...BETA, metadata: JSON.stringify(noted) }],
  })
  server.use(
    http.get('*/plans/v1/:id', () => HttpResponse.json({ ...TEAMS, metadata: noted })),
    http.get('*/feature-flags/v1/:id', () => HttpResponse.json({ ...BETA, metadata: JSON.stringify(noted) })),
  )
  renderConsole(path, { server })
  await open(user, name, 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: `Edit ${name}` }))
  const metadata = dialog.getByLabelText(/Metadata/)
  expect(metadata).toHaveValue('{\n  "team": "billing"\n}')
  fireEvent.change(metadata, { target: { value: '{ "team": billing }' } })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/^Line 1, column 11: a value is missing/)).toBeVisible()
  expect(asked).toEqual([])
  fireEvent.change(metadata, { target: { value: '' } })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText(`${name} updated`)).toBeVisible()
  expect(asked).toEqual([['PATCH', { metadata: {} }]])
})

test('concurrent metadata of a plan is reported at its field', async () => {
  const user = userEvent.setup()
  const asked = withSale()
  server.use(http.get('*/plans/v1/:id', () => HttpResponse.json({ ...TEAMS, metadata: { team: 'theirs' } })))
  renderConsole('/plans', { server })
  await open(user, 'Teams', 'Edit')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Teams' }))
  fireEvent.change(dialog.getByLabelText(/Metadata/), { target: { value: '{ "team": "ours" }' } })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  expect(await dialog.findByText(/Another administrator changed this to/)).toBeVisible()
  expect(asked).toEqual([])
})
