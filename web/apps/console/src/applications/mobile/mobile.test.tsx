import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../../testing'
import type { MobileApp } from './mobile.queries'

const server = cannedServer(...boot({}))
const TABLE = '*/vendor/resources/configuration/v1/mobile_apps'
const IOS = 'ABCDE12345.com.umbrella.app'
const ANDROID = 'com.umbrella.app'
const PRINT = Array(32).fill('AB').join(':')

/** Serves the table of the document and the association files, and applies changes. Returns the requests. */
function withApps(apps: Record<string, MobileApp>) {
  const asked: unknown[] = []
  const named = (platform: string) => Object.keys(apps).filter((name) => apps[name]?.platform === platform)
  server.use(
    http.get('*/applications/v1', () => HttpResponse.json([])),
    http.get(TABLE, () => HttpResponse.json({ table: 'mobile_apps', values: apps })),
    http.patch(TABLE, async ({ request }) => {
      const body = (await request.json()) as { values: Record<string, MobileApp>; remove: string[] }
      asked.push([body.values, body.remove])
      Object.assign(apps, body.values)
      for (const name of body.remove) delete apps[name]
      return HttpResponse.json({ table: 'mobile_apps', values: apps })
    }),
    http.get('*/.well-known/apple-app-site-association', () =>
      HttpResponse.json({ webcredentials: { apps: named('ios') } }),
    ),
    http.get('*/.well-known/assetlinks.json', () =>
      HttpResponse.json(named('android').map((name) => ({ target: { package_name: name } }))),
    ),
  )
  return asked
}

async function opened(user: ReturnType<typeof userEvent.setup>) {
  await user.click(await screen.findByRole('button', { name: 'Add app' }))
  return within(await screen.findByRole('dialog', { name: 'Add app' }))
}

test('an app is added, and the association file is shown', async () => {
  const user = userEvent.setup()
  const asked = withApps({})
  const { place } = renderConsole('/applications', { server })
  await user.click(await screen.findByRole('tab', { name: 'Mobile apps' }))
  expect(await screen.findByText(/^No apps yet/)).toBeVisible()
  expect(place()).toBe('/applications/mobile')
  const dialog = await opened(user)
  const name = dialog.getByLabelText('App ID')
  await user.type(name, ANDROID)
  await user.click(dialog.getByRole('button', { name: 'Add app' }))
  expect(await dialog.findByText('Enter ten capital letters or digits, a dot and the bundle ID')).toBeVisible()
  await user.clear(name)
  await user.type(name, IOS)
  await user.click(dialog.getByRole('button', { name: 'Add app' }))
  expect(await screen.findByText(`${IOS} saved`)).toBeVisible()
  expect(asked).toEqual([[{ [IOS]: { platform: 'ios', fingerprints: [] } }, []]])
  const told = within(screen.getByRole('region', { name: 'Association file for iOS' }))
  await waitFor(() => expect(told.getByText(new RegExp(`"${IOS}"`))).toBeVisible(), { timeout: 4000 })
  expect(told.getByRole('link', { name: 'Open /.well-known/apple-app-site-association' })).toBeVisible()
})

test('an Android app needs its certificates, each in a line', async () => {
  const user = userEvent.setup()
  const asked = withApps({})
  renderConsole('/applications/mobile', { server })
  const dialog = await opened(user)
  await user.click(dialog.getByRole('combobox', { name: 'Platform' }))
  await user.click(await screen.findByRole('option', { name: 'Android' }))
  await user.type(dialog.getByLabelText('App ID'), ANDROID)
  const save = dialog.getByRole('button', { name: 'Add app' })
  await user.click(save)
  expect(await dialog.findByText('Enter at least one fingerprint')).toBeVisible()
  const prints = dialog.getByLabelText('Fingerprints (SHA-256)')
  fireEvent.change(prints, { target: { value: `${PRINT}\nAB:CD` } })
  await user.click(save)
  expect(await dialog.findByText(/^Line 2: enter 32 pairs/)).toBeVisible()
  fireEvent.change(prints, { target: { value: `${PRINT}\n\n` } })
  await user.click(save)
  await waitFor(() => expect(asked).toEqual([[{ [ANDROID]: { platform: 'android', fingerprints: [PRINT] } }, []]]))
})

test('one that is there already keeps its certificates; the same again is no second one', async () => {
  const user = userEvent.setup()
  const apps: Record<string, MobileApp> = {}
  const asked = withApps(apps)
  renderConsole('/applications/mobile', { server })
  const dialog = await opened(user)
  await user.click(dialog.getByRole('combobox', { name: 'Platform' }))
  await user.click(await screen.findByRole('option', { name: 'Android' }))
  await user.type(dialog.getByLabelText('App ID'), ANDROID)
  fireEvent.change(dialog.getByLabelText('Fingerprints (SHA-256)'), { target: { value: PRINT } })
  apps[ANDROID] = { platform: 'android', fingerprints: [PRINT.replaceAll('A', 'C')] }
  await user.click(dialog.getByRole('button', { name: 'Add app' }))
  expect(await dialog.findByText('This app has already been added')).toBeVisible()
  expect(dialog.getByLabelText('App ID')).toHaveValue(ANDROID)
  expect(asked).toEqual([])
  apps[ANDROID] = { platform: 'android', fingerprints: [PRINT] }
  await user.click(dialog.getByRole('button', { name: 'Add app' }))
  expect(await screen.findByText(`${ANDROID} saved`)).toBeVisible()
})

test('certificates are added next to those that were added concurrently', async () => {
  const user = userEvent.setup()
  const [theirs, mine] = [PRINT.replaceAll('A', 'C'), PRINT.replaceAll('A', 'D')]
  const apps: Record<string, MobileApp> = { [ANDROID]: { platform: 'android', fingerprints: [PRINT] } }
  const asked = withApps(apps)
  renderConsole('/applications/mobile', { server })
  await user.click(await screen.findByRole('button', { name: `Actions for ${ANDROID}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Edit certificates' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Certificates for ${ANDROID}` }))
  apps[ANDROID] = { platform: 'android', fingerprints: [PRINT, theirs] }
  fireEvent.change(dialog.getByLabelText('Fingerprints (SHA-256)'), { target: { value: `${PRINT}\n${mine}` } })
  await user.click(dialog.getByRole('button', { name: 'Save changes' }))
  const all = { [ANDROID]: { platform: 'android', fingerprints: [PRINT, theirs, mine] } }
  await waitFor(() => expect(asked).toEqual([[all, []]]))
})

test('one is removed when it was asked', async () => {
  const user = userEvent.setup()
  const asked = withApps({ [IOS]: { platform: 'ios' } })
  renderConsole('/applications/mobile', { server })
  await user.click(await screen.findByRole('button', { name: `Actions for ${IOS}` }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const question = within(await screen.findByRole('dialog', { name: `Remove ${IOS}?` }))
  expect(question.getByText(/^The app can no longer open links to this server/)).toBeVisible()
  await user.click(question.getByRole('button', { name: `Remove ${IOS}` }))
  expect(await screen.findByText(/^No apps yet/)).toBeVisible()
  expect(asked).toEqual([[{}, [IOS]]])
})

test('a read-only role changes nothing; without read access to the configuration there is no such tab', async () => {
  withApps({ [IOS]: { platform: 'ios' } })
  const { unmount } = renderConsole('/applications/mobile', { permissions: READ_ONLY, server })
  expect(await screen.findByText(IOS)).toBeVisible()
  expect(screen.getByText('Your role has read-only access.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add app' })).toBeNull()
  expect(screen.queryByRole('button', { name: `Actions for ${IOS}` })).toBeNull()
  unmount()
  const { place } = renderConsole('/applications/mobile', { permissions: ['vendor.read.applications'], server })
  expect(await screen.findByText('No applications yet')).toBeVisible()
  await waitFor(() => expect(place()).toBe('/applications'))
  expect(screen.queryByRole('tab', { name: 'Mobile apps' })).toBeNull()
})

test('what does not load is said', async () => {
  withApps({})
  server.use(http.get(TABLE, () => refusal(500, 'unexpected', 'The configuration is broken')))
  renderConsole('/applications/mobile', { server })
  expect(await screen.findByText('The configuration is broken', {}, { timeout: 6000 })).toBeVisible()
})
