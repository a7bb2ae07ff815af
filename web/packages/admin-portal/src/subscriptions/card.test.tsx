import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { renderPortal } from '../testing'
import type { CardAnswer, CardScript } from './card-provider'
import { BILLING, billingHandlers, STRIPE, SUBSCRIPTION, TEAM, VISA, type World, world } from './testing'

const server = cannedServer(...boot({ navigation: { subscriptions: { visibility: 'byPermissions' } } }))

/** The provider's script, as far as the page uses it. */
function provider(answer: () => Promise<CardAnswer>, said: 'ready' | 'loaderror' | 'nothing' = 'ready') {
  const asked = { elements: vi.fn(), confirm: vi.fn(answer), destroyed: vi.fn(), opened: vi.fn(), update: vi.fn() }
  const script = {
    elements(options: object) {
      asked.elements(options)
      return {
        create: () => ({
          mount: (place: HTMLElement) => place.append('Card fields'),
          on: (event: string, tell: () => void) => event === said && queueMicrotask(tell),
          destroy: asked.destroyed,
        }),
        update: asked.update,
      }
    },
    confirmSetup: asked.confirm,
  } as unknown as CardScript
  window.Stripe = (key, options) => {
    asked.opened(key, options)
    return script
  }
  return asked
}

const accepted = () => Promise.resolve({ setupIntent: { status: 'succeeded', payment_method: 'pm_new' } })
const NEW = {
  ...VISA,
  id: '00000000-0000-4000-8000-000000000009',
  externalId: 'pm_new',
  last4: '4444',
  brand: 'mastercard',
}

let here: World

function open(facts: Partial<World> = {}) {
  here = world(facts)
  server.use(
    ...billingHandlers(here),
    http.get(`${STRIPE}/public-configurations/v1`, () =>
      HttpResponse.json({
        id: '00000000-0000-4000-8000-000000000001',
        name: 'Stripe',
        active: true,
        publishableKey: 'pk_test_1',
        scriptUrl: 'http://gatehouse.test/cards.js',
      }),
    ),
    http.post(`${STRIPE}/setup-intents/v1`, () =>
      HttpResponse.json({ id: 'seti_1', paymentMethodId: null, setupIntentSecret: 'seti_1_secret_1' }),
    ),
  )
  renderPortal('/subscriptions', { server })
}

async function openDialog(name: string) {
  await userEvent.click(await screen.findByRole('button', { name }))
  return screen.findByRole('dialog', { name })
}

const save = async (dialog: HTMLElement) => {
  const button = await within(dialog).findByRole('button', { name: 'Save card' })
  await waitFor(() => expect(button).toBeEnabled())
  return button
}

beforeEach(() => vi.restoreAllMocks())
afterEach(() => void delete window.Stripe)

test('another card is typed into the provider’s fields, and pays from then on', async () => {
  const asked = provider(accepted)
  open()
  const dialog = await openDialog('Replace card')
  expect(await within(dialog).findByText('Card fields')).toBeVisible()
  expect(asked.opened).toHaveBeenCalledWith('pk_test_1', { locale: 'en-US' })
  expect(asked.elements).toHaveBeenCalledWith(expect.objectContaining({ clientSecret: 'seti_1_secret_1' }))
  here.methods = [NEW]
  await userEvent.dblClick(await save(dialog))
  expect(await screen.findByText('Card saved')).toBeVisible()
  expect(asked.confirm).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ redirect: 'if_required' }))
  expect(here.sent).toEqual([
    { call: `PUT /subscriptions/v1/${SUBSCRIPTION.id}`, body: { planId: TEAM.id, paymentMethodId: 'pm_new' } },
  ])
  expect(await screen.findByRole('region', { name: 'Payment method' })).toHaveTextContent('Mastercard ending in 4444')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(asked.destroyed).toHaveBeenCalledOnce()
})

test('a first card is there once the server has heard of it', async () => {
  provider(accepted)
  open({ subscription: null, methods: [], summary: { providerType: 'Stripe', externallyManaged: false } })
  const dialog = await openDialog('Add card')
  const button = await save(dialog)
  here.methods = [NEW]
  await userEvent.click(button)
  expect(await screen.findByText('Card saved')).toBeVisible()
  expect(here.sent).toEqual([])
})

test.each<[string, CardAnswer, RegExp]>([
  ['declined', { error: { code: 'card_declined', decline_code: 'generic_decline' } }, /^Your card was declined/],
  ['without funds', { error: { code: 'card_declined', decline_code: 'insufficient_funds' } }, /insufficient funds/],
  ['not proved', { error: { code: 'setup_intent_authentication_failure' } }, /could not verify your identity/],
  ['refused otherwise', { error: { code: 'odd', message: 'The provider says so.' } }, /^The provider says so\.$/],
  ['still checked', { setupIntent: { status: 'processing', payment_method: 'pm_new' } }, /still verifying this card/],
])('a card that is %s says what to do, and changes nothing', async (_, answer, words) => {
  provider(() => Promise.resolve(answer))
  open()
  const dialog = await openDialog('Replace card')
  await userEvent.click(await save(dialog))
  expect(await within(dialog).findByText(words)).toBeVisible()
  expect(await save(dialog)).toBeEnabled()
  expect(here.sent).toEqual([])
})

test('a script that does not load is said, and can be tried again', async () => {
  const append = vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onerror?.(new Event('error')))
  })
  open()
  const dialog = await openDialog('Replace card')
  expect(await within(dialog).findByText('The card form could not be loaded')).toBeVisible()
  expect(within(dialog).getByRole('button', { name: 'Save card' })).toBeDisabled()
  append.mockImplementation((script) => {
    provider(accepted)
    queueMicrotask(() => (script as HTMLScriptElement).onload?.(new Event('load')))
  })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
  expect(await within(dialog).findByText('Card fields')).toBeVisible()
  expect(await save(dialog)).toBeEnabled()
})

test('a script that brings nothing is as one that does not load', async () => {
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    queueMicrotask(() => (script as HTMLScriptElement).onload?.(new Event('load')))
  })
  open()
  const dialog = await openDialog('Replace card')
  expect(await within(dialog).findByText('The card form could not be loaded')).toBeVisible()
})

test.each(['loaderror', 'nothing'] as const)(
  'a frame of the provider that says %s is as one that does not load, and can be tried again',
  async (said) => {
    const timers = vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    onTestFinished(() => void vi.useRealTimers())
    const asked = provider(accepted, said)
    open()
    const dialog = await openDialog('Replace card')
    expect(await within(dialog).findByText('Card fields')).toBeVisible()
    if (said === 'nothing') await timers.advanceTimersByTimeAsync(30_000)
    expect(await within(dialog).findByText('The card form could not be loaded')).toBeVisible()
    expect(asked.destroyed).toHaveBeenCalledOnce()
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toBeEnabled()
    provider(accepted)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Try again' }))
    expect(await save(dialog)).toBeEnabled()
  },
)

test('a server that refuses the form says why', async () => {
  provider(accepted)
  open()
  server.use(
    http.post(`${STRIPE}/setup-intents/v1`, () =>
      refusal(409, 'billing.externally_managed', 'Billing is externally managed.'),
    ),
  )
  const dialog = await openDialog('Replace card')
  expect(await within(dialog).findByText('Billing is externally managed.')).toBeVisible()
})

test('the script is not loaded for showing the page', async () => {
  const append = vi.spyOn(document.head, 'append')
  open()
  server.use(http.get(`${BILLING}/invoices/v1`, () => HttpResponse.json([])))
  expect(await screen.findByText('No invoices yet')).toBeVisible()
  expect(append).not.toHaveBeenCalled()
})
